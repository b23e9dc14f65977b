import { execFile } from 'node:child_process'
import fs, { constants, existsSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { PGlite, type PGliteInterface, type Transaction } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { drizzle } from 'drizzle-orm/pglite'
import { UnpackSync } from 'tar'
import { z } from 'zod'
import { hasCode } from '../../../lib/error-code.ts'
import { syncAll, syncFolder } from '../../system/system.ts'
import type { Connection, Database, Row } from '../database.ts'
import {
  assertNotEmptied,
  assertWhole,
  DamagedDatabaseError,
  damageIn,
  describeFailedStart,
  endingIn,
} from './damage.ts'
import type { EndedDatabaseError } from './guarded.ts'
import { acquireLock } from './lock.ts'
import { createScrub } from './scrub.ts'
import { YieldingDatabase } from './yielding-database.ts'

/**
 * V8 optimises a WebAssembly function once it has run this many bytes of it. At fifty times V8's default,
 * opening the embedded database takes 1.2 seconds less of the processor, and queries are as fast after it:
 * most functions that seem hot then hardly run again.
 */
const delayOptimisation = '--wasm-tiering-budget=90000000'

interface Stream {
  nfd: number
}
interface StreamOperations {
  fsync?: (stream: Stream) => number
}
type Modules = {
  NODEFS?: { stream_ops: StreamOperations }
  FS: { filesystems: { NODEFS: { stream_ops: StreamOperations } } }
}

setFlagsFromString(delayOptimisation)

const notSyncable = ['EINVAL', 'EBADF', 'EISDIR']

/** The number of EIO in WebAssembly's system interface. */
const inputOutputError = 29

/**
 * PGlite's folder driver never calls fsync, so a power failure could lose a commit. This driver syncs to
 * disk.
 */
class DurableFolder extends NodeFS {
  /** What PostgreSQL writes while it starts. Later lines would quote statements, with what people wrote. */
  readonly startLog: string[] = []
  isStarting = true
  /** What PostgreSQL said about its own end. */
  ending: string | null = null

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const prepared = await super.init(...args)
    const addFsync = (modules: unknown) => {
      const { NODEFS, FS } = modules as Modules
      const operations = NODEFS?.stream_ops ?? FS.filesystems.NODEFS.stream_ops
      operations.fsync = ({ nfd }) => {
        try {
          fs.fsyncSync(nfd)
        } catch (error) {
          // PostgreSQL ends itself: what it cannot sync is not kept, and may not be acknowledged.
          if (!hasCode(error, ...notSyncable)) return inputOutputError
        }
        return 0
      }
    }
    const before = prepared.emscriptenOpts.preRun ?? []
    prepared.emscriptenOpts.preRun = [addFsync, ...(Array.isArray(before) ? before : [before])]
    prepared.emscriptenOpts.printErr = (line: string) => {
      if (this.isStarting) this.startLog.push(line)
      this.ending ??= endingIn(line)
    }
    return prepared
  }
}

// Without `-F`, which would turn fsync off again. Small buffers halve the memory; the operating system's page
// cache does the rest.
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'shared_buffers=16MB',
  '-c',
  'timezone=UTC',
  // Delete old WAL segments instead of recycling them, so that erased data does not remain in them.
  '-c',
  'wal_recycle=off',
]

function toConnection(
  client: PGliteInterface | Transaction,
  afterCommit: Connection['afterCommit'] = (run) => run(),
): Connection {
  return {
    afterCommit,
    // A PGlite transaction has the interface of the database except for nested transactions.
    orm: drizzle(client as PGlite),
    query: (text, values) => client.query<Row>(text, values),
    script: async (text) => ({ rows: ((await client.exec(text)).at(-1)?.rows ?? []) as Row[] }),
  }
}

const ownTables =
  "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'queue')"

/** One table at a time, so that no caller waits for all of them. */
async function tidy(client: PGlite): Promise<void> {
  const { rows } = await client.query<{ name: string }>(ownTables)
  for (const { name } of rows) await client.query(`vacuum (analyze) ${name}`)
}

/**
 * While no statement runs, the files are in the state a killed process would leave: everything committed is
 * in them or in the WAL that the next start replays. A checkpoint first keeps that replay short.
 */
async function copy(client: PGlite, folder: string, target: string): Promise<void> {
  await client.query('checkpoint')
  await client.runExclusive(() => cp(folder, target, { recursive: true, mode: constants.COPYFILE_FICLONE }))
}

/** Wraps a running PGlite, whose files are in `folder` or in memory. */
export function toDatabase(
  client: PGlite,
  folder: string | null = null,
  release: () => void = () => undefined,
): Database {
  return {
    ...toConnection(client),
    kind: 'embedded',
    // A failed script with its own BEGIN would leave the only session in an aborted transaction.
    script: (text) => client.transaction((transaction) => toConnection(transaction).script(text)),
    async transaction(work) {
      const committed = new Set<() => void>()
      const result = await client.transaction((transaction) =>
        work(toConnection(transaction, (run) => committed.add(run))),
      )
      for (const run of committed) run()
      return result
    },
    tidy: () => tidy(client),
    scrub: folder === null ? null : createScrub(client, folder),
    listen: (topic, onNotice) => {
      const listening = client.listen(topic, onNotice).then((stop) => {
        onNotice()
        return stop
      })
      return async () => (await listening)()
    },
    notify: null,
    copyTo: folder === null ? null : (target) => copy(client, folder, target),
    waiting: () => 0,
    close: async () => {
      try {
        await client.close()
      } finally {
        release()
      }
    },
  }
}

/** Throws `DamagedDatabaseError` if the files are not those of a whole database. */
async function start(
  location: string,
  onEnd: (error: EndedDatabaseError) => void,
): Promise<YieldingDatabase> {
  const files = new DurableFolder(location)
  const client = new YieldingDatabase({ fs: files, startParams }, { reasonOfEnd: () => files.ending, onEnd })
  await client.waitReady.catch((cause: unknown) => {
    // Without it, the error of an aborted program is all there is: "Aborted(). Build with -sASSERTIONS for
    // more info."
    const reason = describeFailedStart(files.startLog)
    throw reason === null ? cause : new DamagedDatabaseError(location, reason, { cause })
  })
  files.isStarting = false
  try {
    await assertWhole(client, location)
    return client
  } catch (error) {
    await client.close().catch(() => undefined)
    const damage = error instanceof DamagedDatabaseError ? null : damageIn(error)
    throw damage === null ? error : new DamagedDatabaseError(location, damage, { cause: error })
  }
}

/**
 * Opens or creates the database in `folder`. Throws a readable error when another process has it open, or
 * when it is damaged. `onEnd` is called if PostgreSQL later ends by itself, as it does when it cannot write
 * to the disk: every statement is refused from then on.
 */
export async function openEmbedded(
  folder: string,
  onEnd: (error: EndedDatabaseError) => void = () => undefined,
): Promise<Database> {
  const location = path.resolve(folder)
  fs.mkdirSync(path.dirname(location), { recursive: true })
  const release = await acquireLock(`${location}.lock`)
  try {
    await assertNotEmptied(location)
    await initialise(location)
    return toDatabase(await start(location, onEnd), location, release)
  } catch (error) {
    release()
    throw error
  }
}

/**
 * Creates an empty database in `folder` unless there is one, as a copy of a prepared one: PGlite takes five
 * seconds of processor time to initialise a database itself, and half a gigabyte that the process never
 * returns. The copy is renamed at the end, so an interrupted start leaves nothing half made.
 */
async function initialise(folder: string): Promise<void> {
  if (existsSync(path.join(folder, 'PG_VERSION'))) return
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  await unpackPrepared(draft)
  await syncAll(draft)
  await rm(folder, { recursive: true, force: true })
  await rename(draft, folder)
  await syncFolder(path.dirname(folder))
}

/**
 * Writes the prepared database into a folder. Synchronously: the stream of the library ends before its last
 * file is written, which then would be neither synced nor renamed.
 */
export async function unpackPrepared(folder: string): Promise<void> {
  const { dataDir } = await import('@electric-sql/pglite-prepopulatedfs')
  new UnpackSync({ cwd: folder }).end(Buffer.from(await (await dataDir()).arrayBuffer()))
}

const Inspection = z.object({
  /** Names of the migrations that its version applied. */
  migrations: z.array(z.string()),
  teachers: z.int(),
  documents: z.int(),
})
export type Inspection = z.infer<typeof Inspection>

/** Passed to Node as an argument, so that neither the source nor the bundle needs a separate file. */
const program = `
const { setFlagsFromString } = await import('node:v8')
setFlagsFromString('${delayOptimisation}')
const { PGlite } = await import(process.argv[1])
const database = await PGlite.create(process.argv[2])
const count = async (table) => (await database.query('select count(*)::float8 as count from ' + table)).rows[0].count
const { rows } = await database.query('select name from migrations order by name')
const found = { migrations: rows.map(({ name }) => name), teachers: await count('teachers'), documents: await count('documents') }
await database.close()
process.stdout.write(JSON.stringify(found))
`

/**
 * Opens the database in `folder` as a start would, replaying its WAL, and counts its rows. This runs in a
 * child process, because this one would never return the memory of a second database. Throws when the
 * database cannot be opened.
 */
export async function inspectDatabase(folder: string): Promise<Inspection> {
  const pglite = import.meta.resolve('@electric-sql/pglite')
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    program,
    pglite,
    folder,
  ])
  return Inspection.parse(JSON.parse(stdout))
}
