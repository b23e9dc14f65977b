import { createHash } from 'node:crypto'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { decodeEntries, encodeEntries, type RecordEntry } from '@penmark/writing'
import { megabyteBytes } from '../../../../lib/megabytes.ts'
import type { Encryption } from '../../../../services/storage/encryption.ts'

/** A text that was changed outside the product must not fill the memory when it is unpacked. */
const maximumBytes = 64 * megabyteBytes
/** Small bodies are compressed while a student waits, large ones once. */
const quality = { small: 5, large: 9 } as const
const largeFrom = 4_000

const batchName = (submission_id: string, seq: number) => `writing batch ${submission_id} ${seq}`
const textName = (submission_id: string) => `writing text ${submission_id}`

function compress(text: string): Buffer {
  const content = Buffer.from(text)
  return brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      [constants.BROTLI_PARAM_QUALITY]: content.length < largeFrom ? quality.small : quality.large,
    },
  })
}

const decompress = (compressed: Uint8Array) =>
  brotliDecompressSync(compressed, { maxOutputLength: maximumBytes }).toString()

/**
 * The stored form of neighbouring batches: one line with the size and the time of each, one with all entries.
 * `seq` is that of the last batch, under which the row is stored.
 */
export function encodeBatches(
  encryption: Encryption,
  submission_id: string,
  seq: number,
  batches: readonly Omit<ReceivedBatch, 'seq'>[],
): Buffer {
  let before = 0
  const header = batches.map(({ received_at, entries }) => {
    const since = received_at.getTime() - before
    before = received_at.getTime()
    return [entries.length, since]
  })
  const text = `${JSON.stringify(header)}\n${encodeEntries(batches.flatMap(({ entries }) => entries))}`
  return encryption.seal(batchName(submission_id, seq), compress(text))
}

/** The batches of a row. Throws when the row was changed in a way that leaves it unreadable. */
export function decodeBatches(
  encryption: Encryption,
  submission_id: string,
  seq: number,
  body: Uint8Array,
): ReceivedBatch[] {
  const text = decompress(encryption.open(batchName(submission_id, seq), body))
  const headerEnd = text.indexOf('\n')
  const header = JSON.parse(text.slice(0, headerEnd)) as [number, number][]
  const entries = decodeEntries(text.slice(headerEnd + 1))
  let first = 0
  let at = 0
  const batches = header.map(([count, since], index) => {
    at += since
    first += count
    return {
      seq: seq - header.length + 1 + index,
      received_at: new Date(at),
      entries: entries.slice(first - count, first),
    }
  })
  if (first !== entries.length) throw new Error('A stored batch does not hold as many entries as it says.')
  return batches
}

/** Entries as they will be read back: what is applied to the text and hashed is what is stored. */
export const asStored = (entries: readonly RecordEntry[]): RecordEntry[] =>
  decodeEntries(encodeEntries(entries))

export const encodeText = (
  encryption: Encryption,
  submission_id: string,
  document: { toJSON(): unknown },
): Buffer => encryption.seal(textName(submission_id), compress(JSON.stringify(document)))

export const decodeText = (encryption: Encryption, submission_id: string, body: Uint8Array): unknown =>
  JSON.parse(decompress(encryption.open(textName(submission_id), body)))

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
export const canonicalEntries = (entries: readonly RecordEntry[]): string => JSON.stringify(sortKeys(entries))

/**
 * The hash of a batch: SHA-256 over five lines, the hash of the batch before (empty for the first), the id of
 * the submission, `seq`, the milliseconds of `received_at` and the entries. Changing a stored batch requires
 * changing all later hashes, including those that others have seen.
 */
export function batchHash(
  submission_id: string,
  previous: string | null,
  { seq, received_at, entries }: ReceivedBatch,
): string {
  const lines = [
    previous ?? '',
    submission_id,
    String(seq),
    String(received_at.getTime()),
    canonicalEntries(entries),
  ]
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}
