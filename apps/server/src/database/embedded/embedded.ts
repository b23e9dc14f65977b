import fs, { constants, existsSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { PGlite, type PGliteInterface, type Transaction } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { drizzle } from 'drizzle-orm/pglite'
import { extract } from 'tar'
import { syncAll, syncFolder } from '../../outside/disk/disk.ts'
import { optimiseLater } from '../../web-assembly.ts'
import type { Connection, Database, Row } from '../database.ts'
import { acquireLock } from './lock.ts'
import { createScrub } from './scrub.ts'

interface Stream {
  nfd: number
}
interface StreamOperations {
  fsync?: (stream: Stream) => number
}
type Modules = { NODEFS?: { stream_ops: StreamOperations }; FS: { filesystems: { NODEFS: { stream_ops: StreamOperations } } } }

setFlagsFromString(optimiseLater)

const notSyncable = new Set(['EINVAL', 'EBADF', 'EISDIR'])

/** PGlite's folder driver never calls fsync, so a power failure could lose a commit. This driver syncs to disk. */
class DurableFolder extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const prepared = await super.init(...args)
    const addFsync = (modules: unknown) => {
      const { NODEFS, FS } = modules as Modules
      const operations = NODEFS?.stream_ops ?? FS.filesystems.NODEFS.stream_ops
      operations.fsync = ({ nfd }) => {
        try {
          fs.fsyncSync(nfd)
        } catch (error) {
          if (!(error instanceof Error && 'code' in error && notSyncable.has(String(error.code)))) throw error
        }
        return 0
      }
    }
    const before = prepared.emscriptenOpts.preRun ?? []
    prepared.emscriptenOpts.preRun = [addFsync, ...(Array.isArray(before) ? before : [before])]
    return prepared
  }
}

// Without `-F`, which would turn fsync off again. Small buffers halve the memory; the operating system's page cache does the rest.
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

function connectionOver(client: PGliteInterface | Transaction): Connection {
  return {
    // A PGlite transaction has the interface of the database except for nested transactions.
    orm: drizzle(client as PGlite),
    query: (text, values) => client.query<Row>(text, values),
    script: async (text) => ({ rows: ((await client.exec(text)).at(-1)?.rows ?? []) as Row[] }),
  }
}

const ownTables = "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'queue')"

/** One table at a time, so that no caller waits for all of them. */
async function tidy(client: PGlite): Promise<void> {
  const { rows } = await client.query<{ name: string }>(ownTables)
  for (const { name } of rows) await client.query(`vacuum (analyze) ${name}`)
}

/**
 * While no statement runs, the files are in the state a killed process would leave: everything committed is in them or in the WAL that the
 * next start replays. A checkpoint first keeps that replay short.
 */
async function copy(client: PGlite, folder: string, target: string): Promise<void> {
  await client.query('checkpoint')
  await client.runExclusive(() => cp(folder, target, { recursive: true, mode: constants.COPYFILE_FICLONE }))
}

/** Wraps a running PGlite, whose files are in `folder` or in memory. */
export function databaseOver(client: PGlite, folder: string | null = null, release: () => void = () => undefined): Database {
  return {
    ...connectionOver(client),
    kind: 'embedded',
    // A failed script with its own BEGIN would leave the only session in an aborted transaction.
    script: (text) => client.transaction((transaction) => connectionOver(transaction).script(text)),
    transaction: (work) => client.transaction((transaction) => work(connectionOver(transaction))),
    tidy: () => tidy(client),
    scrub: folder === null ? null : createScrub(client, folder),
    notices: null,
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

/** Opens or creates the database in `folder`. Throws a readable error when another process has it open. */
export async function openEmbedded(folder: string): Promise<Database> {
  const location = path.resolve(folder)
  fs.mkdirSync(path.dirname(location), { recursive: true })
  const release = await acquireLock(`${location}.lock`)
  try {
    await initialise(location)
    return databaseOver(await PGlite.create({ fs: new DurableFolder(location), startParams }), location, release)
  } catch (error) {
    release()
    throw error
  }
}

/**
 * Creates an empty database in `folder` unless there is one, as a copy of a prepared one: PGlite takes five seconds of processor time to
 * initialise a database itself, and half a gigabyte that the process never returns. The copy is renamed at the end, so an interrupted start
 * leaves nothing half made.
 */
async function initialise(folder: string): Promise<void> {
  if (existsSync(path.join(folder, 'PG_VERSION'))) return
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  const { dataDir } = await import('@electric-sql/pglite-prepopulatedfs')
  const archive = Buffer.from(await (await dataDir()).arrayBuffer())
  await pipeline([archive], extract({ cwd: draft }))
  await syncAll(draft)
  await rm(folder, { recursive: true, force: true })
  await rename(draft, folder)
  await syncFolder(path.dirname(folder))
}
