import { randomUUID } from 'node:crypto'
import type { Connection, Database } from '../../../services/database/database.ts'
import type { Storage } from '../../../services/storage/storage.ts'
import { hasAccounts } from '../../accounts/index.ts'
import { insertId, replaceId, selectOptionalId } from './store.ts'

/** Files and database belong to different installations, or one of them is missing. Nothing was changed. */
export class InstallationMismatchError extends Error {
  override readonly name = 'InstallationMismatchError'
}

/** What the rows of the database say about stored files. */
export interface FileRows {
  /** Which of these stored files have a row. */
  listKnown(connection: Connection, keys: string[]): Promise<Set<string>>
  /** Whether any row has a stored file. */
  nameAny(connection: Connection): Promise<boolean>
}

interface Parts {
  database: Database
  storage: Storage
  /** Where the files are, in words for the operator. */
  place: string
  fileRows: FileRows
  /** The operator's word that database and files belong together, whatever their ids say. */
  adopts: boolean
}

const wayOut =
  'Nothing was changed. Correct DATA_DIR, DATABASE_URL, S3_BUCKET or S3_PREFIX, restore the backup that belongs here, or start once with --adopt to use the two together from now on, which takes the files from whoever uses them now (docs/operations.md).'

function refusal(place: string, mark: string | null, database: string): InstallationMismatchError {
  const files =
    mark === null
      ? `The files in ${place} carry no installation id`
      : `The files in ${place} belong to installation ${mark}`
  return new InstallationMismatchError(`${files}, ${database}. ${wayOut}`)
}

const idOf = (id: string | null) =>
  id === null ? 'the database has none' : `the database belongs to installation ${id}`

/** How many files are compared with the rows before they count as those of another installation. */
const comparedFiles = 10_000
const comparedAtOnce = 500
const always = new Date(8.64e15)

/** Whether there are files, and whether the database knows one of them. */
async function compareFiles({ database, storage, fileRows }: Parts): Promise<'none' | 'known' | 'unknown'> {
  let keys: string[] = []
  let compared = 0
  for await (const key of storage.list(always)) {
    keys.push(key)
    if (keys.length < comparedAtOnce) continue
    if ((await fileRows.listKnown(database, keys)).size > 0) return 'known'
    compared += keys.length
    keys = []
    if (compared >= comparedFiles) return 'unknown'
  }
  if (compared + keys.length === 0) return 'none'
  return (await fileRows.listKnown(database, keys)).size > 0 ? 'known' : 'unknown'
}

/** Why files that carry another id than the database, or none, cannot be used with it; null if they can. */
async function reasonAgainst(
  parts: Parts,
  mark: string | null,
  id: string | null,
): Promise<InstallationMismatchError | null> {
  const { database, place, fileRows } = parts
  if (mark !== null && id !== null) return refusal(place, mark, `and ${idOf(id)}`)
  const files = await compareFiles(parts)
  if (files === 'known') return null
  if (mark !== null) return refusal(place, mark, `and ${idOf(id)}`)
  const namesFiles = await fileRows.nameAny(database)
  if (files === 'none') {
    // Before there were ids, nothing tells a place that lost its files from one that never had any.
    return id !== null && namesFiles
      ? refusal(place, mark, `and none of the files that the database of installation ${id} names is there`)
      : null
  }
  // Before there were ids, such files are what uploads left that died before they had a row.
  if (id === null && !namesFiles && (await hasAccounts(database))) return null
  return refusal(place, mark, `${idOf(id)}, and it names none of them`)
}

/**
 * Makes sure that database and files carry the id of one installation. Those that were never marked get it if
 * nothing says that they are strangers. Throws `InstallationMismatchError` otherwise. Several processes may
 * do this at once: the mark is read before the id, and written after it, so that a mark without an id never
 * comes from a process beside this one. Returns whether `adopts` made a difference: then both carry a new id.
 */
export async function agreeOnInstallation(parts: Parts): Promise<{ adopted: boolean }> {
  const { database, storage, adopts } = parts
  const mark = await storage.readMark()
  const id = await selectOptionalId(database)
  if (id !== null && id === mark) return { adopted: false }
  const reason = await reasonAgainst(parts, mark, id)
  if (reason !== null && !adopts) throw reason
  if (reason === null) {
    const agreed = await insertId(database, id ?? mark ?? randomUUID())
    await storage.writeMark(agreed)
    const written = await storage.readMark()
    if (written !== agreed) throw refusal(parts.place, written, `and ${idOf(agreed)}`)
    return { adopted: false }
  }
  // Whoever used the files before still has their old id, and learns from the new one that they are taken.
  await replaceId(database, id, randomUUID())
  await writeMarkOf(parts)
  return { adopted: true }
}

const markAttempts = 20

/** Marks the files with the id that the database has in the end, also if several processes adopt them. */
async function writeMarkOf({ database, storage, place }: Parts): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const id = await selectOptionalId(database)
    if (id !== null) await storage.writeMark(id, { replace: true })
    const mark = await storage.readMark()
    if (mark === (await selectOptionalId(database))) return
    if (attempt === markAttempts) throw refusal(place, mark, `and ${idOf(id)}`)
  }
}

/**
 * Whether database and files still carry the same id: others may have been put in place of either since the
 * start.
 */
export async function isOneInstallation(database: Database, storage: Storage): Promise<boolean> {
  const id = await selectOptionalId(database)
  return id !== null && id === (await storage.readMark())
}

/**
 * Why no new database may be made beside what is stored, `where` saying that there is none; null if nothing
 * is stored.
 */
export async function findFiles(
  storage: Storage,
  place: string,
  where: string,
): Promise<InstallationMismatchError | null> {
  const mark = await storage.readMark()
  const first = await storage.list(always)[Symbol.asyncIterator]().next()
  return mark === null && first.done === true ? null : refusal(place, mark, `and ${where}`)
}
