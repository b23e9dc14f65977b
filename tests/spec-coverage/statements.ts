import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Entry } from './quotes.ts'

const file = path.join(import.meta.dirname, 'statements.jsonl')

/** The committed hashes of the specification's statements, in its order. */
export function readEntries(): Entry[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): Entry => JSON.parse(line) as Entry)
}

export function writeEntries(entries: readonly Entry[]): void {
  writeFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
}
