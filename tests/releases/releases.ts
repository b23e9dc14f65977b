import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

/** The released versions whose data is kept here, the oldest first. */
export const releases: string[] = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))

const unpack = async (release: string, name: string): Promise<Buffer> =>
  promisify(brotliDecompress)(await readFile(join(import.meta.dirname, release, name)))

/** Writes the data folder that a release left behind, with its embedded database, into `folder`. */
export async function unpackData(release: string, folder: string): Promise<void> {
  const archive = await unpack(release, 'data.tar.br')
  await mkdir(folder, { recursive: true })
  const tar = execFile('tar', ['-x', '-f', '-', '-C', folder])
  const ended = once(tar, 'exit')
  tar.stdin?.end(archive)
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw new Error(`The data of ${release} could not be unpacked.`)
}

/** The statements that fill an empty database as a release left it on a PostgreSQL server. */
export async function readDump(release: string): Promise<string> {
  return String(await unpack(release, 'database.sql.br'))
}
