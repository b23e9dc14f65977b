import { createHash } from 'node:crypto'
import { canonicalJson, isObject, type Listed, PackError, parseJson } from './manifest.ts'
import { quotedName } from './open-pack.ts'

/** A writing record as far as its hashes need it. */
interface RecordFacts {
  submission_id: string
  hash: string | null
  /** The hash of every batch, in order. */
  hashes: string[]
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Computes the hashes of a writing record again, as docs/writing-records.md describes. */
function readRecord(path: string, text: string): RecordFacts {
  const record = parseJson(quotedName(path), text)
  if (!isObject(record) || typeof record.submission_id !== 'string' || !Array.isArray(record.batches))
    throw new PackError(`${quotedName(path)} is not a writing record.`)
  const { submission_id, batches } = record
  const hashes: string[] = []
  for (const batch of batches) {
    if (!isObject(batch)) throw new PackError(`${quotedName(path)} is not a writing record.`)
    const { seq, received_at_ms, entries, hash } = batch
    const computed = sha256([hashes.at(-1) ?? '', submission_id, String(seq), String(received_at_ms), canonicalJson(entries)].join('\n'))
    if (computed !== hash)
      throw new PackError(
        `The writing record ${quotedName(path)} was changed at batch ${hashes.length + 1}: its hash does not fit what it says.`,
      )
    hashes.push(computed)
  }
  const end = typeof record.hash === 'string' ? record.hash : null
  if (end !== (hashes.at(-1) ?? null)) throw new PackError(`The end of the writing record ${quotedName(path)} is missing.`)
  return { submission_id, hash: end, hashes }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** What is wrong between a document's evidence, its submitted file and its writing record, in sentences. */
function checkOne(path: string, text: string, listed: ReadonlyMap<string, Listed>, records: ReadonlyMap<string, RecordFacts>): string[] {
  const evidence = parseJson(quotedName(path), text)
  if (!isObject(evidence)) return [`${quotedName(path)} is not the evidence of a document.`]
  const problems: string[] = []
  const { file, writing } = evidence
  // A text without a file has none, nor has one whose file was deleted since.
  const filePath = isObject(file) ? textOf(file.path) : null
  if (isObject(file) && filePath !== null && textOf(file.sha256) !== null && listed.get(filePath)?.sha256 !== file.sha256)
    problems.push(`${quotedName(filePath)} is not the file that was submitted: its SHA-256 is another than when it was added to the case.`)
  if (isObject(writing)) {
    const record = records.get(textOf(writing.path) ?? '')
    const hash = textOf(writing.hash)
    if (record && record.submission_id !== writing.submission_id)
      problems.push(`${quotedName(path)} belongs to another writing record than the one beside it.`)
    // A text that was taken back and continued has a longer record, which still holds the hash.
    else if (record && hash !== null && !record.hashes.includes(hash))
      problems.push(`The writing record of ${quotedName(path)} is not the one that was added to the case.`)
  }
  return problems
}

export const isRecord = (path: string) => path.startsWith('writing/') && path.endsWith('.json')
export const isEvidence = (path: string) => path.startsWith('reports/') && path.endsWith(' - evidence.json')

/** Checks the writing records of a pack, and whether files and records are those that were added to the case. `texts` holds both kinds by path. */
export function checkEvidence(texts: ReadonlyMap<string, string>, listed: ReadonlyMap<string, Listed>): string[] {
  const problems: string[] = []
  const collect = (check: () => string[]) => {
    try {
      problems.push(...check())
    } catch (error) {
      if (!(error instanceof PackError)) throw error
      problems.push(error.message)
    }
  }
  const records = new Map<string, RecordFacts>()
  for (const [path, text] of texts)
    if (isRecord(path))
      collect(() => {
        records.set(path, readRecord(path, text))
        return []
      })
  for (const [path, text] of texts) if (isEvidence(path)) collect(() => checkOne(path, text, listed, records))
  return problems
}
