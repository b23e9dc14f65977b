import { createHash } from 'node:crypto'
import type { RecordEntry } from '@penmark/writing'

/** A batch as it was received. `seq` counts the batches of a text from 1. */
export interface ReceivedBatch {
  seq: number
  received_at: Date
  entries: RecordEntry[]
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const sorted = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted.map(([key, each]) => [key, sortKeys(each)]))
}

/** JSON with sorted keys and without spaces, which other programs can write too. */
export const canonicalJson = (entries: readonly RecordEntry[]): string => JSON.stringify(sortKeys(entries))

/**
 * The hash of a batch: SHA-256 over five lines, the hash of the batch before (empty for the first), the id of the submission, `seq`, the milliseconds
 * of `received_at` and the entries. Whoever changes a stored batch has to change all later hashes, among them those that others have seen.
 */
export function hashOf(submission_id: string, previous: string | null, { seq, received_at, entries }: ReceivedBatch): string {
  const lines = [previous ?? '', submission_id, String(seq), String(received_at.getTime()), canonicalJson(entries)]
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}
