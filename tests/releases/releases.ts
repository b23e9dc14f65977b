import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

const versionsIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^\d/.test(entry.name))
    .map(({ name }) => name)
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))

const completeFolder = join(import.meta.dirname, 'complete')

/** The released versions whose data is kept here, the oldest first. */
export const releases: string[] = versionsIn(import.meta.dirname)
/** Versions whose data is kept with every kind of object they knew. */
export const completeReleases: string[] = versionsIn(completeFolder)

const decompress = async (...file: string[]): Promise<Buffer> =>
  promisify(brotliDecompress)(await readFile(join(...file)))

async function unpackArchive(archive: Buffer, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const tar = execFile('tar', ['-x', '-f', '-', '-C', folder])
  const ended = once(tar, 'exit')
  tar.stdin?.end(archive)
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw new Error(`An archive could not be unpacked into ${folder}.`)
}

/** Writes the data folder that a release left behind, with its embedded database, into `folder`. */
export async function unpackData(release: string, folder: string): Promise<void> {
  await unpackArchive(await decompress(import.meta.dirname, release, 'data.tar.br'), folder)
}

/** The statements that fill an empty database as a release left it on a PostgreSQL server. */
export async function readDump(release: string): Promise<string> {
  return String(await decompress(import.meta.dirname, release, 'database.sql.br'))
}

export type Engine = 'embedded' | 'postgresql'

/** With which the files of the complete data on PostgreSQL are sealed. */
export const filesKey = Buffer.alloc(32, 'fixtures').toString('base64')

/** What the API answered. */
export interface RecordedAnswer {
  path: string
  answer: unknown
}

/** Who had an account, and everything they could read. */
export interface RecordedPerson {
  email: string
  password: string
  /** Empty without two-factor authentication. */
  recovery_codes: string[]
  answers: RecordedAnswer[]
}

/** As `unpackData`, with every kind of object; on PostgreSQL it holds only the files. */
export async function unpackCompleteData(release: string, engine: Engine, folder: string): Promise<void> {
  await unpackArchive(await decompress(completeFolder, release, `${engine}.data.tar.br`), folder)
}

/** As `readDump`, with every kind of object. */
export async function readCompleteDump(release: string): Promise<string> {
  return String(await decompress(completeFolder, release, 'postgresql.sql.br'))
}

export async function readPeople(release: string, engine: Engine): Promise<RecordedPerson[]> {
  return JSON.parse(
    String(await decompress(completeFolder, release, `${engine}.people.json.br`)),
  ) as RecordedPerson[]
}
