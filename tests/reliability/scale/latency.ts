import { setTimeout as wait } from 'node:timers/promises'
import type { Installation } from '../parts/installation.ts'
import { readState } from '../parts/state.ts'
import { addTeachers, submitTexts } from '../parts/submit.ts'
import type { ResultTable } from '../result-table.ts'

const restMs = 250

/** The value below which the given share of all values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/**
 * How long a document waits for an idle worker in another process, by the database's clock, from its row to
 * being taken.
 */
export async function measureLatency(
  { database, documentsParts, start }: Installation,
  count: number,
): Promise<ResultTable> {
  const callers = await addTeachers(database, 1)
  const worker = await start('worker')
  await submitTexts(documentsParts, callers, 20)
  while ((await readState(database)).unfinished > 0) await wait(50)
  await database.query("delete from queue.job where name = 'texts'")
  for (let i = 0; i < count; i += 1) {
    await submitTexts(documentsParts, callers, 1)
    await wait(restMs)
  }
  while ((await readState(database)).unfinished > 0) await wait(50)
  const { rows } = await database.query(
    "select extract(epoch from started_on - created_on) * 1000 as ms from queue.job where name = 'texts'",
  )
  await worker.stop()
  const ms = rows.map((row) => Number(row.ms))
  if (ms.length !== count) throw new Error(`${count} documents were queued, and ${ms.length} taken.`)
  return {
    title: 'Latency of an empty queue',
    columns: ['Documents', 'n', 'p50 (ms)', 'p95 (ms)', 'p99 (ms)'],
    rows: [
      [
        'pasted texts, one at a time, to an idle worker in another process',
        count,
        quantile(ms, 0.5),
        quantile(ms, 0.95),
        quantile(ms, 0.99),
      ],
    ],
    note: "From inserting the job's row to fetching it, by PostgreSQL's clock. The worker is woken by a notification of the database and polls every second in case it misses one.",
  }
}
