import { setImmediate } from 'node:timers/promises'
import {
  type RecordIntegrity,
  type WritingRecordEntry,
  type WritingRecordPage,
  writingLimits,
} from '@penmark/contract'
import type { RecordEntry } from '@penmark/writing'
import { problem } from '../../../../locale/problems/problem.ts'
import type { Connection } from '../../../../services/database/database.ts'
import type { Encryption } from '../../../../services/storage/encryption.ts'
import { batchHash, decodeBatches, type ReceivedBatch } from './body.ts'
import { type BatchRow, selectBatchesAfter, selectBatchesFromEntry } from './store.ts'

/** The columns of `writing_submissions` that a record is checked against. */
export interface RecordState {
  id: string
  entries: number
  version: number
  hash: string | null
}

const rowsAtOnce = 200

/** Decoded entries have the shape that the contract defines. */
const toWire = (entries: readonly RecordEntry[]) => entries as WritingRecordEntry[]

function decode(
  encryption: Encryption,
  { submission_id, seq, body, entry_count }: BatchRow,
): ReceivedBatch[] {
  const batches = decodeBatches(encryption, submission_id, seq, body)
  const count = batches.reduce((sum, { entries }) => sum + entries.length, 0)
  if (count !== entry_count) throw new Error('A stored batch does not hold as many entries as it says.')
  return batches
}

/** A batch, and the hash that follows from it and those before. */
export interface HashedBatch extends ReceivedBatch {
  hash: string
}

/** The readable part of a record, and whether the record is unchanged since it was stored. */
export interface CheckedRecord {
  batches: HashedBatch[]
  /** How many of them, from the beginning, are unchanged. */
  intact: number
  integrity: Exclude<RecordIntegrity, 'unconfirmed'>
}

/** Reads a record and checks it. It is in memory as a whole, as its history needs it. */
export async function readCheckedRecord(
  connection: Connection,
  encryption: Encryption,
  state: RecordState,
): Promise<CheckedRecord> {
  const batches: HashedBatch[] = []
  const { intact, integrity } = await checkRecord(connection, encryption, state, (batch) =>
    batches.push(batch),
  )
  return { batches, intact, integrity }
}

/**
 * Visits the readable batches of a record and computes every hash again. `altered` means that a row was
 * changed, removed, added or moved, or that the record does not end with the hash that the submission
 * remembers.
 */
export async function checkRecord(
  connection: Connection,
  encryption: Encryption,
  { id, entries, version, hash }: RecordState,
  visit: (batch: HashedBatch) => void,
): Promise<Omit<CheckedRecord, 'batches'>> {
  let isIntact = true
  let visited = 0
  let intact = 0
  let last: { seq: number; hash: string | null; entries: number; steps: number } = {
    seq: 0,
    hash: null,
    entries: 0,
    steps: 0,
  }
  for (;;) {
    const rows = await selectBatchesAfter(connection, id, last.seq, rowsAtOnce)
    for (const row of rows) {
      isIntact &&= row.first_entry === last.entries && row.first_version === last.steps
      let read: ReceivedBatch[] = []
      try {
        read = decode(encryption, row)
      } catch {
        isIntact = false
      }
      for (const batch of read) {
        isIntact &&= batch.seq === last.seq + 1
        const hashed = { ...batch, hash: batchHash(id, last.hash, batch) }
        visit(hashed)
        visited += 1
        last = { ...last, seq: batch.seq, hash: hashed.hash }
      }
      isIntact &&= last.hash === row.hash && row.seq === last.seq
      if (isIntact) intact = visited
      last = {
        seq: row.seq,
        hash: row.hash,
        entries: row.first_entry + row.entry_count,
        steps: row.first_version + row.step_count,
      }
      // A row holds up to 2,000 entries, and others wait meanwhile.
      await setImmediate()
    }
    if (rows.length < rowsAtOnce) break
  }
  isIntact &&= last.hash === hash && last.entries === entries && last.steps === version
  return { intact, integrity: isIntact ? 'intact' : 'altered' }
}

/** A part of a record. Its summary says whether it is unchanged. */
export async function readRecordPage(
  connection: Connection,
  encryption: Encryption,
  recorded: RecordState,
  offset: number,
): Promise<WritingRecordPage> {
  const entries: RecordEntry[] = []
  const received: WritingRecordPage['received'] = []
  const rows = await selectBatchesFromEntry(connection, recorded.id, offset, rowsAtOnce)
  for (const row of rows) {
    let first = row.first_entry
    for (const batch of decodeReadable(encryption, row)) {
      const wanted = batch.entries.slice(
        Math.max(0, offset - first),
        Math.max(0, offset + writingLimits.recordPage - first),
      )
      if (wanted.length > 0) {
        received.push({ first: Math.max(first, offset), at: batch.received_at.toISOString() })
        entries.push(...wanted)
      }
      first += batch.entries.length
    }
    if (entries.length === writingLimits.recordPage) break
  }
  return { entries: toWire(entries), offset, total: recorded.entries, received, hash: recorded.hash }
}

function decodeReadable(encryption: Encryption, row: BatchRow): ReceivedBatch[] {
  try {
    return decode(encryption, row)
  } catch (cause) {
    throw problem('conflict', 'record_changed', {}, { cause })
  }
}

/**
 * The batches of a record in order, up to the end that it had, for an export. The last batch of a row has the
 * stored hash, so that the export shows a change too.
 */
export async function* batchesOf(
  connection: Connection,
  encryption: Encryption,
  { id, hash: end }: Pick<RecordState, 'id' | 'hash'>,
): AsyncGenerator<HashedBatch> {
  if (end === null) return
  let previous: string | null = null
  let after = 0
  for (;;) {
    const rows = await selectBatchesAfter(connection, id, after, rowsAtOnce)
    for (const row of rows) {
      for (const batch of decodeReadable(encryption, row)) {
        previous = batch.seq === row.seq ? row.hash : batchHash(id, previous, batch)
        yield { ...batch, hash: previous }
        if (previous === end) return
      }
      after = row.seq
      await setImmediate()
    }
    if (rows.length < rowsAtOnce) return
  }
}
