import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

type CorpusLabel = 'human' | 'ai' | 'mixed'

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

interface CorpusFile {
  texts: CorpusText[]
  sha256: string
}

/** A field that a source left empty is absent, whether its file says null or nothing. */
function readText(line: string): CorpusText {
  const fields = Object.entries(JSON.parse(line) as object).filter(([, value]) => value !== null)
  return Object.fromEntries(fields) as unknown as CorpusText
}

/** Reads `<folder>/<name>.jsonl.gz`. Throws if the file is missing or a line is not JSON. */
export function readCorpus(folder: string, name: string): CorpusFile {
  const packed = readFileSync(join(folder, `${name}.jsonl.gz`))
  const lines = gunzipSync(packed).toString('utf8').split('\n')
  const texts = lines.filter((line) => line.length > 0).map(readText)
  return { texts, sha256: createHash('sha256').update(packed).digest('hex') }
}

/**
 * Texts labelled human that are excluded from training and calibration, with the reason. They are measured
 * separately.
 */
export const audited: readonly { source: string; domain: string | null; reason: string }[] = [
  {
    source: 'raidar',
    domain: 'news',
    reason:
      'Most open like a machine summary ("In conclusion, …"); models trained without the source flag a third of them and none of its other texts.',
  },
  {
    source: 'faid',
    domain: null,
    reason:
      'Undated theses and abstracts; models trained without the source flag over a tenth of them, far above every other human source.',
  },
]

export function isAudited(source: string, { label, domain }: CorpusText): boolean {
  return (
    label === 'human' &&
    audited.some((entry) => entry.source === source && (entry.domain === null || entry.domain === domain))
  )
}
