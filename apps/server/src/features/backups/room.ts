import { access, constants, mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { type BackupList, Problem } from '@penmark/contract'
import { bytesIn, databaseFolder, keptFolders } from '../../backup/make-backup.ts'
import { readDumpVersion } from '../../backup/postgres-tools.ts'
import type { BackupSettings, BackupsDependencies } from './dependencies.ts'
import { selectDatabaseBytes, selectServerVersion } from './store.ts'

type Room = Pick<BackupList, 'obstacle' | 'needed_bytes' | 'free_bytes' | 'shares_disk'>

/** For the manifest, and for what is written while the backup is made. */
const reserveBytes = 32 * 1_024 * 1_024

async function deviceOf(folder: string): Promise<number | null> {
  return stat(folder).then(
    ({ dev }) => dev,
    () => null,
  )
}

/** A dump is compressed; its size before that is the most it can take. */
async function databaseBytes({ database, backups }: BackupsDependencies): Promise<number> {
  const inFolder = await bytesIn(path.join(backups.dataDir, databaseFolder))
  return inFolder > 0 ? inFolder : selectDatabaseBytes(database)
}

async function dumpObstacle({ database, backups }: BackupsDependencies): Promise<Room['obstacle']> {
  if (backups.databaseUrl === null) return null
  const installed = await readDumpVersion()
  if (installed === null) return 'pg-dump-missing'
  return installed < (await selectServerVersion(database)) ? 'pg-dump-too-old' : null
}

const measured = new WeakMap<BackupSettings, Room>()

/** How much room the next backup needs and has, and what else is in its way. */
export async function readRoom(dependencies: BackupsDependencies): Promise<Room> {
  const { dataDir, backupDir } = dependencies.backups
  const isWritable = await mkdir(backupDir, { recursive: true, mode: 0o700 })
    .then(() => access(backupDir, constants.W_OK))
    .then(
      () => true,
      () => false,
    )
  const [here, there] = [await deviceOf(dataDir), await deviceOf(backupDir)]
  const shares_disk = here !== null && here === there
  const files = await Promise.all(keptFolders.map((folder) => bytesIn(path.join(dataDir, folder))))
  // On the disk of the data, files are linked.
  const fileBytes = shares_disk ? 0 : files.reduce((total, bytes) => total + bytes, 0)
  const needed_bytes = (await databaseBytes(dependencies)) + fileBytes + reserveBytes
  const free_bytes = (await dependencies.backups.readDisk(backupDir))?.free_bytes ?? null
  const hasRoom = free_bytes === null || free_bytes >= needed_bytes
  const obstacle = !isWritable ? 'folder-not-writable' : ((await dumpObstacle(dependencies)) ?? (hasRoom ? null : 'no-room'))
  const room = { obstacle, needed_bytes, free_bytes, shares_disk }
  measured.set(dependencies.backups, room)
  return room
}

/**
 * The room as last measured. Measuring visits every stored file, which would slow down the backup that the page asks about every second.
 */
export async function readRoomDuringRun(dependencies: BackupsDependencies): Promise<Room> {
  return measured.get(dependencies.backups) ?? readRoom(dependencies)
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000).toLocaleString('en-GB')

/** Throws before anything is begun that could not end well. */
export function requireRoom({ obstacle, needed_bytes, free_bytes }: Room): void {
  if (obstacle === 'folder-not-writable')
    throw new Problem('conflict', 'The folder for backups cannot be written. Set BACKUP_DIR to a folder that this program may write.')
  if (obstacle === 'pg-dump-missing')
    throw new Problem(
      'conflict',
      'This server lacks the program pg_dump, which copies a PostgreSQL database. Install the PostgreSQL client tools and try again.',
    )
  if (obstacle === 'pg-dump-too-old')
    throw new Problem(
      'conflict',
      'The program pg_dump is older than the PostgreSQL server and cannot copy it. Install the client tools of the server’s version and try again.',
    )
  if (obstacle === 'no-room')
    throw new Problem(
      'storage_full',
      `A backup needs about ${megabytes(needed_bytes)} MB, and the disk of the backups has ${megabytes(free_bytes ?? 0)} MB free. Delete old backups, or set BACKUP_DIR to a folder on a larger disk.`,
    )
}
