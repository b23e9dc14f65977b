import { isObject, type Listed, PackError, parseJson } from './manifest.ts'
import { quotedName } from './open-pack.ts'
import { checkArrival, readRecord, type WritingRecord } from './writing-record.ts'

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** What is wrong between a document's evidence, its submitted file and its writing record, in sentences. */
function checkOne(path: string, text: string, listed: ReadonlyMap<string, Listed>, records: ReadonlyMap<string, WritingRecord>): string[] {
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
    else if (record) problems.push(...checkArrival(quotedName(path), writing, record, hash))
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
  const records = new Map<string, WritingRecord>()
  for (const [path, text] of texts)
    if (isRecord(path))
      collect(() => {
        const record = readRecord(path, text)
        records.set(path, record)
        return checkArrival(`The writing record ${quotedName(path)}`, record.stated, record, record.hashes.at(-1) ?? null)
      })
  for (const [path, text] of texts) if (isEvidence(path)) collect(() => checkOne(path, text, listed, records))
  return problems
}
