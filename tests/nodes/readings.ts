import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Extraction, ExtractionError } from '../../packages/extract/src/index.ts'

/** A scan, read by text recognition; it takes seconds. The other scans are only recognised as such. */
const scan = 'scan-english.pdf'

const folder = join(import.meta.dirname, '../../packages/extract/fixtures/files')

/** What each file of ours gives, as a hash, so that readings by different engines can be compared. */
export type Readings = Record<string, string>

/** Reads every file kept for the tests of the file readers, and one scan by text recognition. */
export async function readAll(
  extract: (path: string) => Promise<Extraction>,
  recognise: (path: string) => Promise<Extraction>,
) {
  const readings: Readings = {}
  for (const name of (await readdir(folder)).sort()) {
    const read = name === scan ? recognise : extract
    readings[name] = await read(join(folder, name)).then(
      hashOf,
      (error: Error) => `${error.name} ${error instanceof ExtractionError ? error.failure : ''}`,
    )
  }
  return readings
}

const hashOf = (extraction: Extraction) =>
  createHash('sha256').update(JSON.stringify(extraction)).digest('hex')

export const differences = (expected: Readings, actual: Readings): string[] =>
  Object.keys(expected).filter((name) => expected[name] !== actual[name])
