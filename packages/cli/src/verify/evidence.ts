import { isObject, type Listed, PackError, packLimits, parseJson } from './manifest.ts'
import { type PackedFile, quotedName } from './open-pack.ts'
import { readText } from './read-packed.ts'
import { checkArrival, readRecord, type WritingRecord } from './writing-record.ts'

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

export const isRecord = (path: string) => path.startsWith('writing/') && path.endsWith('.json')
const isEvidence = (path: string) => path.startsWith('reports/') && path.endsWith(' - evidence.json')

type Evidence = Record<string, unknown> & { path: string }

async function readEvidence(file: PackedFile): Promise<Evidence | null> {
  const text = await readText(file, packLimits.evidenceBytes)
  if (text === null) return null
  const evidence = parseJson(quotedName(file.path), text)
  if (!isObject(evidence)) throw new PackError(`${quotedName(file.path)} is not the evidence of a document.`)
  const { file: submitted, writing } = evidence
  return { path: file.path, file: submitted, writing }
}

/** What is wrong between a document's evidence and its submitted file, in sentences. */
function checkSubmitted({ file }: Evidence, listed: ReadonlyMap<string, Listed>): string[] {
  // A text without a file has none, nor has one whose file was deleted since.
  const path = isObject(file) ? textOf(file.path) : null
  if (
    !isObject(file) ||
    path === null ||
    textOf(file.sha256) === null ||
    listed.get(path)?.sha256 === file.sha256
  )
    return []
  return [
    `${quotedName(path)} is not the file that was submitted: its SHA-256 is another than when it was added to the case.`,
  ]
}

/** What is wrong between a document's evidence and its writing record. */
function checkWriting(path: string, writing: Record<string, unknown>, record: WritingRecord): string[] {
  const hash = textOf(writing.hash)
  if (record.submission_id !== writing.submission_id)
    return [`${quotedName(path)} belongs to another writing record than the one beside it.`]
  // A text that was taken back and continued has a longer record, which still holds the hash.
  if (hash !== null && !record.hashes.includes(hash))
    return [`The writing record of ${quotedName(path)} is not the one that was added to the case.`]
  return checkArrival(quotedName(path), writing, record, hash)
}

/**
 * Checks the writing records of a pack, and whether files and records are those that were added to the case.
 * One record at a time is in memory.
 */
export async function checkEvidence(
  files: ReadonlyMap<string, PackedFile>,
  listed: ReadonlyMap<string, Listed>,
): Promise<string[]> {
  const problems: string[] = []
  const collect = async (check: () => Promise<string[]>) => {
    try {
      problems.push(...(await check()))
    } catch (error) {
      if (!(error instanceof PackError)) throw error
      problems.push(error.message)
    }
  }
  const listedFiles = (is: (path: string) => boolean) =>
    [...listed.keys()].filter(is).flatMap((path) => {
      const file = files.get(path)
      // What is missing is among the problems already.
      return file ? [file] : []
    })
  const evidence: Evidence[] = []
  for (const file of listedFiles(isEvidence))
    await collect(async () => {
      const read = await readEvidence(file)
      if (read === null) return []
      evidence.push(read)
      return checkSubmitted(read, listed)
    })
  for (const file of listedFiles(isRecord))
    await collect(async () => {
      const record = await readRecord(file)
      const own = checkArrival(
        `The writing record ${quotedName(file.path)}`,
        record.stated,
        record,
        record.hashes.at(-1) ?? null,
      )
      const beside = evidence.flatMap(({ path, writing }) =>
        isObject(writing) && writing.path === file.path ? checkWriting(path, writing, record) : [],
      )
      return [...own, ...beside]
    })
  return problems
}
