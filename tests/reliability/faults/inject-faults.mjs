import { channel } from 'node:diagnostics_channel'
import fs from 'node:fs'
import fsPromises from 'node:fs/promises'
import { createRequire, syncBuiltinESMExports } from 'node:module'

/**
 * Preloaded with `node --import`, never part of the product. Settings:
 *
 * - FAULT_KILL_AT is `<boundary>:<n>`: this process kills itself the n-th time it passes there.
 * - FAULT_LOSE_ANSWERS is `<commits>,<statements>`: between one SIGUSR2 and the next, every n-th commit, and
 *   every n-th statement outside a transaction, takes effect but its response is lost.
 * - FAULT_FAIL_SYNCS: from SIGUSR2 on, the disk takes nothing that is to be synced.
 * - FAULT_LOG_SYNCS names a file that gets a line for each sync to disk.
 * - FAULT_CLOCK_SHIFT_MS shifts the clock of this process.
 */
const [boundary, nth] = (process.env.FAULT_KILL_AT ?? '').split(':')
let passed = 0

function pass(name) {
  if (name !== boundary) return
  passed += 1
  if (passed === Number(nth)) process.kill(process.pid, 'SIGKILL')
}

const [loseCommits, loseStatements] = (process.env.FAULT_LOSE_ANSWERS ?? '').split(',').map(Number)
let isLosing = false
let commits = 0
let statements = 0
if (loseCommits) process.on('SIGUSR2', () => (isLosing = !isLosing))

const shouldLoseCommit = () => isLosing && ++commits % loseCommits === 0
const shouldLoseStatement = () => isLosing && ++statements % loseStatements === 0

const lostAnswer = () => new Error('Connection terminated unexpectedly')

const require = createRequire(new URL('../../../apps/server/package.json', import.meta.url))

/** Runs a query and calls `then` with its result, whether the caller uses a callback or a promise. */
function afterAnswer(query, self, args, then) {
  const last = args.at(-1)
  if (typeof last === 'function') {
    const callback = (error, result) => {
      if (!error) then(result)
      last(error, result)
    }
    return query.apply(self, [...args.slice(0, -1), callback])
  }
  const answer = query.apply(self, args)
  if (typeof answer?.then !== 'function') return answer
  return answer.then((result) => {
    then(result)
    return result
  })
}

function watchQueries(prototype) {
  const { query } = prototype
  prototype.query = function (...args) {
    const text = typeof args[0] === 'string' ? args[0] : (args[0]?.text ?? '')
    if (text === 'commit') pass('before a commit')
    if (text.includes("state = 'completed'")) pass('before a job is closed')
    return afterAnswer(query, this, args, (result) => {
      if (text === 'commit') pass('after a commit')
      if (text.includes('started_on = now()') && result.rows?.length > 0) pass('after a job is taken')
    })
  }
}

/** Sends a statement and breaks its connection once it was answered. */
function loseOnServer(query, client, args) {
  const hangUp = () => {
    client.connection.stream.destroy()
    return lostAnswer()
  }
  const last = args.at(-1)
  if (typeof last === 'function')
    return query.apply(client, [
      ...args.slice(0, -1),
      (error, result) => (error ? last(error, result) : last(hangUp())),
    ])
  const answer = query.apply(client, args)
  return answer.then(() => Promise.reject(hangUp()))
}

function loseAnswersOnServer(prototype) {
  const { query } = prototype
  const inTransaction = new WeakSet()
  prototype.query = function (...args) {
    const text = typeof args[0] === 'string' ? args[0] : args[0]?.text
    if (text === 'begin') inTransaction.add(this)
    const isInside = inTransaction.has(this)
    if (text === 'commit' || text === 'rollback') inTransaction.delete(this)
    const isLost =
      text !== undefined &&
      text !== 'rollback' &&
      (text === 'commit' ? shouldLoseCommit() : !isInside && shouldLoseStatement())
    return isLost ? loseOnServer(query, this, args) : query.apply(this, args)
  }
}

function loseAnswersEmbedded(base) {
  const { query, transaction } = base
  base.query = async function (...args) {
    const answer = await query.apply(this, args)
    if (shouldLoseStatement()) throw lostAnswer()
    return answer
  }
  base.transaction = async function (work) {
    const answer = await transaction.call(this, work)
    if (shouldLoseCommit()) throw lostAnswer()
    return answer
  }
}

const embedded = async () => {
  const { PGlite } = await import(require.resolve('@electric-sql/pglite').replace('.cjs', '.js'))
  return Object.getPrototypeOf(PGlite.prototype)
}

if (loseCommits && process.env.DATABASE_URL) loseAnswersOnServer(require('pg').Client.prototype)
if (loseCommits && !process.env.DATABASE_URL) loseAnswersEmbedded(await embedded())
if (boundary && process.env.DATABASE_URL) watchQueries(require('pg').Client.prototype)
if (boundary && !process.env.DATABASE_URL) {
  const base = await embedded()
  watchQueries(base)
  const { transaction } = base
  base.transaction = function (work) {
    const inside = async (connection) => {
      const result = await work(connection)
      pass('before a commit')
      return result
    }
    return transaction.call(this, inside).then((result) => {
      pass('after a commit')
      return result
    })
  }
}

if (boundary) {
  channel('penmark.stage').subscribe(({ stage }) => pass(`after ${stage}`))
  channel('penmark.answer').subscribe(({ method }) => method === 'POST' && pass('after an answer'))
  const { rename } = fsPromises
  fsPromises.rename = async (from, to) => {
    await rename(from, to)
    if (String(from).includes('.unfinished')) pass('after a file is stored')
  }
}

const clockMs = Number(process.env.FAULT_CLOCK_SHIFT_MS ?? 0)
if (clockMs !== 0) {
  const RealDate = Date
  globalThis.Date = class extends RealDate {
    constructor(...args) {
      super(...(args.length === 0 ? [RealDate.now() + clockMs] : args))
    }
    static now() {
      return RealDate.now() + clockMs
    }
  }
}

if (process.env.FAULT_LOG_SYNCS) {
  const log = fs.openSync(process.env.FAULT_LOG_SYNCS, 'a')
  const note = (descriptor) => {
    try {
      fs.writeSync(log, `${Date.now()} ${fs.readlinkSync(`/proc/self/fd/${descriptor}`)}\n`)
    } catch {
      // Already closed, so not one of our files.
    }
  }
  const { fsync, fsyncSync } = fs
  fs.fsyncSync = (descriptor) => {
    fsyncSync(descriptor)
    note(descriptor)
  }
  fs.fsync = (descriptor, done) =>
    fsync(descriptor, (error) => {
      if (!error) note(descriptor)
      done(error)
    })
  const handle = await fsPromises.open(process.env.FAULT_LOG_SYNCS)
  const prototype = Object.getPrototypeOf(handle)
  await handle.close()
  const { sync } = prototype
  prototype.sync = async function () {
    await sync.call(this)
    note(this.fd)
  }
}
if (process.env.FAULT_FAIL_SYNCS) {
  process.on('SIGUSR2', () => {
    fs.fsyncSync = () => {
      throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' })
    }
  })
}
syncBuiltinESMExports()
