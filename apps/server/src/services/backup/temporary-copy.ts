import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseInUseError } from '../database/database.ts'
import { acquireLock } from '../database/embedded/lock.ts'
import { runPostgresTool } from './postgres-tools.ts'

export interface RehearsalTarget {
  dataDir: string
  /** Null for the embedded database. */
  databaseUrl: string | null
}

/**
 * Where a backup is restored beside the running installation. It holds students' work, so it is always
 * removed again.
 */
export interface TemporaryCopy {
  dataDir: string
  databaseUrl: string | null
}

const folderOf = (dataDir: string) => path.join(dataDir, 'rehearsal')

/** PostgreSQL shortens longer names, which could make it the name of another database. */
const longestName = 63
const suffix = '_rehearsal'

/** On the same server: the database's name with a suffix. */
function scratchUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  const name = decodeURIComponent(url.pathname.slice(1))
  url.pathname = `/${encodeURIComponent(name.slice(0, longestName - suffix.length) + suffix)}`
  return url.href
}

const quoted = (url: string) =>
  `"${decodeURIComponent(new URL(url).pathname.slice(1)).replaceAll('"', '""')}"`

async function dropScratchDatabase(databaseUrl: string): Promise<void> {
  await runPostgresTool(
    'psql',
    ['-XAtc', `drop database if exists ${quoted(scratchUrl(databaseUrl))} with (force)`],
    databaseUrl,
  )
}

/** The folder goes last: as long as it exists, the database may exist too. */
async function remove({ dataDir, databaseUrl }: RehearsalTarget): Promise<void> {
  if (!existsSync(folderOf(dataDir))) return
  if (databaseUrl !== null) await dropScratchDatabase(databaseUrl)
  await rm(folderOf(dataDir), { recursive: true, force: true })
}

/** Only one place exists at a time. */
export class RehearsalRunningError extends Error {
  override readonly name = 'RehearsalRunningError'
}

async function withLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const release = await acquireLock(path.resolve(dataDir, 'rehearsal.lock')).catch((cause: unknown) => {
    if (!(cause instanceof DatabaseInUseError)) throw cause
    throw new RehearsalRunningError('Another restore is being rehearsed. Wait until it is finished.', {
      cause,
    })
  })
  try {
    return await work()
  } finally {
    release()
  }
}

/** Removes what a killed rehearsal left. Does nothing while another one runs, which removes its own. */
export async function removeLeftovers(target: RehearsalTarget): Promise<void> {
  if (!existsSync(folderOf(target.dataDir))) return
  await withLock(target.dataDir, () => remove(target)).catch((error: unknown) => {
    if (!(error instanceof RehearsalRunningError)) throw error
  })
}

/** Makes an empty place and removes it again, with everything in it. */
export async function inTemporaryCopy<T>(
  target: RehearsalTarget,
  work: (place: TemporaryCopy) => Promise<T>,
): Promise<T> {
  const { dataDir, databaseUrl } = target
  return withLock(dataDir, async () => {
    await remove(target)
    await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 })
    try {
      if (databaseUrl !== null) {
        await dropScratchDatabase(databaseUrl)
        await runPostgresTool(
          'psql',
          ['-XAtc', `create database ${quoted(scratchUrl(databaseUrl))}`],
          databaseUrl,
        )
      }
      return await work({
        dataDir: path.join(folderOf(dataDir), 'data'),
        databaseUrl: databaseUrl === null ? null : scratchUrl(databaseUrl),
      })
    } finally {
      await remove(target)
    }
  })
}
