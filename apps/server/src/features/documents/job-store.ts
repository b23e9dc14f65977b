import type { Stage } from '@penmark/contract'
import { and, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Connection } from '../../database/database.ts'
import type { JobPriority } from '../../outside/queue/queue.ts'
import type { DocumentRow } from './store.ts'
import { documents } from './tables.ts'

/** The row, as long as it is still this job's to write: deleted, reprocessed and taken-over documents are not. */
const isOurs = (id: string, job_id: string) =>
  and(eq(documents.id, id), eq(documents.job_id, job_id), inArray(documents.status, ['QUEUED', 'PROCESSING']))

type Change = Partial<Omit<typeof documents.$inferInsert, 'id' | 'teacher_id'>>

/** Begins a run of the job; null when the document is not this job's any more. */
export async function updateClaimed({ orm }: Connection, id: string, job_id: string, now: Date): Promise<DocumentRow | null> {
  const [row] = await orm
    .update(documents)
    .set({ status: 'PROCESSING', stage: 'extracting', runs: sql`${documents.runs} + 1`, alive_at: now, updated_at: now })
    .where(isOurs(id, job_id))
    .returning()
  return row ?? null
}

/** Writes what a job found. False when the document is not this job's any more: then nothing may be stored for it. */
export async function updateByJob({ orm }: Connection, id: string, job_id: string, change: Change, now: Date): Promise<boolean> {
  const rows = await orm
    .update(documents)
    .set({ ...change, alive_at: now, updated_at: now })
    .where(isOurs(id, job_id))
    .returning({ id: documents.id })
  return rows.length > 0
}

export function updateStage(connection: Connection, id: string, job_id: string, stage: Stage, now: Date): Promise<boolean> {
  return updateByJob(connection, id, job_id, { stage }, now)
}

/** A sign of life for documents that this process has in hand. */
export async function updateAlive({ orm }: Connection, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await orm
    .update(documents)
    .set({ alive_at: now })
    .where(and(inArray(documents.id, ids), eq(documents.status, 'PROCESSING')))
}

/** When a document counts as stuck. */
export interface StuckTimes {
  /** Running documents whose worker gave no sign of life since. */
  silentBefore: Date
  /** Uploads that have waited for the queue since. */
  leftBefore: Date
}

const isStuck = ({ silentBefore, leftBefore }: StuckTimes) =>
  or(
    and(eq(documents.status, 'PROCESSING'), or(isNull(documents.alive_at), lt(documents.alive_at, silentBefore))),
    and(eq(documents.status, 'UPLOADED'), lt(documents.updated_at, leftBefore)),
  )

export async function selectStuckIds({ orm }: Connection, times: StuckTimes): Promise<string[]> {
  const rows = await orm.select({ id: documents.id }).from(documents).where(isStuck(times)).limit(200)
  return rows.map(({ id }) => id)
}

/** Locks a document if it is stuck still and nobody else has it in hand. */
export async function selectOptionalStuckForUpdate({ orm }: Connection, id: string, times: StuckTimes): Promise<DocumentRow | null> {
  const [found] = await orm
    .select()
    .from(documents)
    .where(and(eq(documents.id, id), isStuck(times)))
    .for('update', { skipLocked: true })
  return found ?? null
}

/**
 * Changes what waits in the queue and answers which documents that were. A document that somebody holds at this moment is passed over: who
 * holds one may be waiting for its teacher, whom the caller holds.
 */
export async function updateWaitingPriority({ orm }: Connection, teacher_id: string, processing_priority: JobPriority): Promise<string[]> {
  const isWaiting = and(
    eq(documents.teacher_id, teacher_id),
    eq(documents.status, 'QUEUED'),
    ne(documents.processing_priority, processing_priority),
  )
  const waiting = orm.select({ id: documents.id }).from(documents).where(isWaiting).for('update', { skipLocked: true })
  const rows = await orm
    .update(documents)
    .set({ processing_priority })
    .where(inArray(documents.id, waiting))
    .returning({ id: documents.id })
  return rows.map(({ id }) => id)
}
