import { minuteMs } from '../../../../lib/durations.ts'
import type { Database } from '../../../../services/database/database.ts'
import type { Encryption } from '../../../../services/storage/encryption.ts'
import { decodeBatches, encodeBatches } from '../record/body.ts'
import {
  type BatchRow,
  deleteBatches,
  insertBatches,
  selectBatchesAfter,
  selectUnpacked,
} from '../record/store.ts'
import { selectOptionalForUpdate, updateSubmission } from '../room/store.ts'

interface PackDependencies {
  database: Database
  encryption: Encryption
}

/** Only idle texts are packed: while a student writes, their page sends a batch every few seconds. */
const idleMs = 10 * minuteMs
/** A row with this many entries is not packed again. */
const maximumEntries = 2_000
const rowsAtOnce = 500
const textsAtOnce = 50

/** Neighbouring rows of the same editor that become one. */
function* runsOf(rows: readonly BatchRow[]): Generator<BatchRow[]> {
  let run: BatchRow[] = []
  let entries = 0
  for (const row of rows) {
    if (run.length > 0 && (run[0]?.client !== row.client || entries + row.entry_count > maximumEntries)) {
      yield run
      run = []
      entries = 0
    }
    run.push(row)
    entries += row.entry_count
  }
  if (run.length > 0) yield run
}

/**
 * One row for a run; null for a run of one. It keeps the size and the time of every batch, so that the hash
 * of each can still be computed, and the hash of the last one.
 */
function packRun(encryption: Encryption, run: readonly BatchRow[]): BatchRow | null {
  const [first, last] = [run[0], run.at(-1)]
  if (first === undefined || last === undefined || first === last) return null
  const { submission_id, seq } = last
  const batches = run.flatMap((row) => decodeBatches(encryption, submission_id, row.seq, row.body))
  return {
    ...last,
    first_entry: first.first_entry,
    entry_count: run.reduce((sum, { entry_count }) => sum + entry_count, 0),
    first_version: first.first_version,
    step_count: run.reduce((sum, { step_count }) => sum + step_count, 0),
    body: encodeBatches(encryption, submission_id, seq, batches),
  }
}

/** Packs the record of one text: its small rows take ten times the space of their content. */
async function packRecord({ database, encryption }: PackDependencies, submission_id: string): Promise<void> {
  let after = 0
  for (;;) {
    const reached = await database.transaction(async (connection) => {
      const text = await selectOptionalForUpdate(connection, submission_id)
      if (text === null) return null
      const rows = await selectBatchesAfter(connection, submission_id, after, rowsAtOnce)
      const runs = [...runsOf(rows)]
      for (const run of runs) {
        const row = packRun(encryption, run)
        if (row === null) continue
        await deleteBatches(
          connection,
          submission_id,
          run.map(({ seq }) => seq),
        )
        await insertBatches(connection, [row])
      }
      if (rows.length < rowsAtOnce) {
        await updateSubmission(connection, submission_id, { packed_entries: text.entries })
        return null
      }
      // The last run may go on in the next rows.
      const open = runs.at(-1)?.[0]
      return runs.length === 1 ? (rows.at(-1)?.seq ?? null) : (open?.seq ?? 1) - 1
    })
    if (reached === null) return
    after = reached
  }
}

/** Packs the records of texts that nobody is writing. */
export async function packRecords(
  dependencies: PackDependencies,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const { database } = dependencies
  const idleSince = new Date(now.getTime() - idleMs)
  for (;;) {
    const texts = await selectUnpacked(database, idleSince, textsAtOnce)
    for (const { id, entries } of texts) {
      if (signal?.aborted) return
      // An altered row stays as it is, so that reading the record shows it. It is tried again only after more
      // is written.
      await packRecord(dependencies, id).catch(() =>
        updateSubmission(database, id, { packed_entries: entries }),
      )
    }
    if (texts.length < textsAtOnce) return
  }
}
