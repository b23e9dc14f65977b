import { createHash } from 'node:crypto'
import { arrivalOf, type DatedEntry, type Receipt } from '@penmark/writing/arrival'
import { canonicalJson, isObject, PackError, parseJson } from './manifest.ts'
import { quotedName } from './open-pack.ts'

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
  return isObject(value) && isTime(value.at) && typeof value.client === 'string' && typeof value.kind === 'string'
}

/** Reads a record and computes its hashes again, as docs/writing-records.md describes. @throws {PackError} if they do not fit. */
export function readRecord(path: string, text: string): WritingRecord {
  const notRecord = new PackError(`${quotedName(path)} is not a writing record.`)
  const record = parseJson(quotedName(path), text)
  if (!isObject(record) || typeof record.submission_id !== 'string' || !Array.isArray(record.batches)) throw notRecord
  const { submission_id, batches, hash: end, ...stated } = record
  const hashes: string[] = []
  const entries: DatedEntry[] = []
  const receipts: Receipt[] = []
  for (const batch of batches) {
    if (!isObject(batch) || !Array.isArray(batch.entries) || !batch.entries.every(isDated) || !isTime(batch.received_at_ms)) throw notRecord
    const lines = [hashes.at(-1) ?? '', submission_id, String(batch.seq), String(batch.received_at_ms), canonicalJson(batch.entries)]
    const computed = sha256(lines.join('\n'))
    if (computed !== batch.hash)
      throw new PackError(
        `The writing record ${quotedName(path)} was changed at batch ${hashes.length + 1}: its hash does not fit what it says.`,
      )
    hashes.push(computed)
    receipts.push({ first: entries.length, at: batch.received_at_ms })
    for (const { at, client, kind } of batch.entries) entries.push({ at, client, kind })
  }
  if ((typeof end === 'string' ? end : null) !== (hashes.at(-1) ?? null))
    throw new PackError(`The end of the writing record ${quotedName(path)} is missing.`)
  return { submission_id, hashes, entries, receipts, stated }
}

/**
 * Compares what is stated about the arrival of a record with what its batches give, up to the one with `hash`. Packs of early versions state nothing.
 * When the task was opened is not in the batches, and is taken as stated.
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
