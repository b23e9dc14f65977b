import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export type CorpusLabel = 'human' | 'ai' | 'mixed'

/** One text of a source file. */
export interface CorpusText {
  text: string
  label: CorpusLabel
  model?: string
  vendor?: string
  domain?: string
  attack?: string
  prompt_id?: string | number
  spans?: { text: string; label: 'human' | 'ai' }[]
  meta?: Record<string, unknown>
  edit_distance?: number
}

export interface CorpusFile {
  texts: CorpusText[]
  sha256: string
}

/** Reads `<folder>/<name>.jsonl.gz`. Throws where the file is missing or a line is not JSON. */
export function readCorpus(folder: string, name: string): CorpusFile {
  const packed = readFileSync(join(folder, `${name}.jsonl.gz`))
  const lines = gunzipSync(packed).toString('utf8').split('\n')
  const texts = lines.filter((line) => line.length > 0).map((line) => JSON.parse(line) as CorpusText)
  return { texts, sha256: createHash('sha256').update(packed).digest('hex') }
}
