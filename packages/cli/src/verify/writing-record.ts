import { createHash } from 'node:crypto'
import { arrivalOf, type DatedEntry, type Receipt } from '@penmark/writing/arrival'
import { canonicalJson, isObject, PackError, packLimits, parseJson } from './manifest.ts'
import { type PackedFile, quotedName } from './open-pack.ts'
import { readLines } from './read-packed.ts'

/** A writing record whose hashes were computed again and fit. */
export interface WritingRecord {
  submission_id: string
  /** The hash of every batch, in order. */
  hashes: string[]
  /** Of all batches, in order. */
  entries: DatedEntry[]
  receipts: Receipt[]
  stated: Record<string, unknown>
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The year 5138: beyond any clock, and well within what a date can be. */
const latest = 1e14
const isTime = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value < latest

function isDated(value: unknown): value is DatedEntry {
  return (
    isObject(value) && isTime(value.at) && typeof value.client === 'string' && typeof value.kind === 'string'
  )
}

/** Returns equal texts as one, since a long record repeats the same few names. */
function keepOnce(): <Text extends string>(text: Text) => Text {
  const kept = new Map<string, string>()
  return (text) => {
    const known = kept.get(text)
    if (known === undefined) kept.set(text, text)
    return (known ?? text) as typeof text
  }
}

const batchesBegin = ' "batches": ['
const batchesEnd = ' ]'

/**
 * Reads a record and computes its hashes again, as docs/writing-records.md describes: one batch after the
 * other, since a long record does not fit into the memory of a small computer. @throws {PackError} if they do
 * not fit.
 */
export async function readRecord(file: PackedFile): Promise<WritingRecord> {
  const lines = readLines(file, { fileBytes: packLimits.recordBytes, lineBytes: packLimits.recordLineBytes })
  try {
    return await readRecordLines(quotedName(file.path), lines)
  } finally {
    // Closes the file of a record that is not read to its end.
    await lines.return(undefined)
  }
}

async function readRecordLines(name: string, lines: AsyncGenerator<string>): Promise<WritingRecord> {
  const notRecord = new PackError(`${name} is not a writing record.`)
  const { submission_id, hash: end, ...stated } = await readHead(name, lines)
  if (typeof submission_id !== 'string') throw notRecord
  const hashes: string[] = []
  const entries: DatedEntry[] = []
  const receipts: Receipt[] = []
  const once = keepOnce()
  let part: 'batches' | 'closing' | 'end' = 'batches'
  for await (const line of lines) {
    if (part === 'end' || (part === 'closing' && line !== '}')) throw notRecord
    if (part === 'closing' || line === batchesEnd) {
      part = part === 'closing' ? 'end' : 'closing'
      continue
    }
    const batch = parseJson(name, line.replace(/,$/, ''))
    if (
      !isObject(batch) ||
      !Array.isArray(batch.entries) ||
      !batch.entries.every(isDated) ||
      !isTime(batch.received_at_ms)
    )
      throw notRecord
    const parts = [
      hashes.at(-1) ?? '',
      submission_id,
      String(batch.seq),
      String(batch.received_at_ms),
      canonicalJson(batch.entries),
    ]
    const computed = sha256(parts.join('\n'))
    if (computed !== batch.hash)
      throw new PackError(
        `The writing record ${name} was changed at batch ${hashes.length + 1}: its hash does not fit what it says.`,
      )
    hashes.push(computed)
    receipts.push({ first: entries.length, at: batch.received_at_ms })
    for (const { at, client, kind } of batch.entries)
      entries.push({ at, client: once(client), kind: once(kind) })
  }
  if (part !== 'end') throw notRecord
  if ((typeof end === 'string' ? end : null) !== (hashes.at(-1) ?? null))
    throw new PackError(`The end of the writing record ${name} is missing.`)
  return { submission_id, hashes, entries, receipts, stated }
}

/** What a record says before its batches. */
async function readHead(name: string, lines: AsyncGenerator<string>): Promise<Record<string, unknown>> {
  let text = ''
  // Not in a loop of the language, which would end the lines with it.
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    if (text.length > packLimits.recordLineBytes) break
    if (next.value !== batchesBegin) text += next.value
    else {
      const head = parseJson(name, `${text.replace(/,$/, '')}}`)
      if (isObject(head)) return head
    }
  }
  throw new PackError(`${name} is not a writing record.`)
}

/**
 * Compares what is stated about the arrival of a record with what its batches give, up to the one with
 * `hash`. Packs of early versions state nothing. When the task was opened is not in the batches, and is taken
 * as stated.
 */
export function checkArrival(
  where: string,
  { opened_at, integrity, arrival }: Record<string, unknown>,
  { hashes, entries, receipts }: WritingRecord,
  hash: string | null,
): string[] {
  if (!Array.isArray(arrival) || (integrity !== 'intact' && integrity !== 'unconfirmed')) return []
  const batches = hash === null ? 0 : hashes.indexOf(hash) + 1
  const openedAt = typeof opened_at === 'string' ? Date.parse(opened_at) : null
  if (openedAt !== null && !isTime(openedAt)) return [`${where} does not say when the task was opened.`]
  const end = receipts[batches]?.first ?? entries.length
  const found = arrivalOf(entries.slice(0, end), receipts.slice(0, batches), openedAt)
  const given = found.length === 0 ? 'intact' : 'unconfirmed'
  if (integrity === given && canonicalJson(arrival) === canonicalJson(found)) return []
  return [
    `${where} states another arrival of the record than its batches give: it says "${integrity}", and they give "${given}". It was changed, or made by a version with other rules.`,
  ]
}
