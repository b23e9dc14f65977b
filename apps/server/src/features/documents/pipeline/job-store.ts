import { and, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Connection } from '../../../services/database/database.ts'
import type { CompletedDocument } from '../../../services/events/events.ts'
import type { Job, JobPriority, Turn } from '../../../services/queue/queue.ts'
import type { DocumentRow } from '../rows/store.ts'
import { documents } from '../rows/tables.ts'

type OwnedJob = Pick<Job, 'id' | 'document_id'>

/**
 * The database's clock: the clocks of machines may differ by more than the time after which a silent worker
 * counts as dead.
 */
const alive = sql`now()`

/** Whether this job may still write the row: it was not deleted, queued again or taken over. */
const isOwned = (id: string, job_id: string) =>
  and(eq(documents.id, id), eq(documents.job_id, job_id), inArray(documents.status, ['QUEUED', 'PROCESSING']))

/**
 * Locks the rows that these jobs may still write. With several jobs, rows locked by others are skipped:
 * waiting for one row while holding others could deadlock.
 */
const lockOwned = ({ orm }: Connection, jobs: OwnedJob[]) =>
  orm
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        inArray(
          documents.id,
          jobs.map(({ document_id }) => document_id),
        ),
        inArray(
          documents.job_id,
          jobs.map(({ id }) => id),
        ),
        inArray(documents.status, ['QUEUED', 'PROCESSING']),
      ),
    )
    .for('no key update', jobs.length > 1 ? { skipLocked: true } : {})

/** The change of a row whose file or pasted text is deleted. */
export const withoutContent = { blob_key: null, content_sha256: null, is_content_kept: false } as const

type Change = Partial<Omit<typeof documents.$inferInsert, 'id' | 'teacher_id'>>

/**
 * Starts a run of each job and returns the rows, without those that no longer belong to their job or, with
 * several jobs, are locked by others.
 */
export async function updateClaimed(
  connection: Connection,
  jobs: OwnedJob[],
  now: Date,
): Promise<DocumentRow[]> {
  return connection.orm
    .update(documents)
    .set({
      status: 'PROCESSING',
      stage: 'extracting',
      reading_page: null,
      runs: sql`${documents.runs} + 1`,
      alive_at: alive,
      updated_at: now,
    })
    .where(inArray(documents.id, lockOwned(connection, jobs)))
    .returning()
}

/**
 * Moves the documents of these jobs to the next stage, locks them and returns their ids, without the rows
 * that `updateClaimed` leaves out.
 */
export async function updateRead(connection: Connection, jobs: OwnedJob[], now: Date): Promise<Set<string>> {
  const rows = await connection.orm
    .update(documents)
    .set({ stage: 'detecting', reading_page: null, alive_at: alive, updated_at: now })
    .where(inArray(documents.id, lockOwned(connection, jobs)))
    .returning({ id: documents.id })
  return new Set(rows.map(({ id }) => id))
}

type ResultColumn =
  | 'file_type'
  | 'score'
  | 'label'
  | 'finding'
  | 'ai_share'
  | 'word_count'
  | 'character_count'
  | 'page_count'

export interface JobResult extends Pick<DocumentRow, ResultColumn> {
  job: OwnedJob
}

/**
 * Completes the documents of these jobs and returns them by id, without the rows that `updateClaimed` leaves
 * out.
 */
export async function updateCompleted(
  connection: Connection,
  results: JobResult[],
  now: Date,
): Promise<Map<string, CompletedDocument>> {
  const locked = await lockOwned(
    connection,
    results.map(({ job }) => job),
  )
  const lockedIds = new Set(locked.map(({ id }) => id))
  const owned = results.filter(({ job }) => lockedIds.has(job.document_id))
  const column = (name: Exclude<keyof JobResult, 'job'>) => owned.map((result) => result[name])
  const { rows } = await connection.query(
    `update documents as d set status = 'COMPLETED', failure = null, stage = null, reading_page = null, score = n.score, label = n.label,
       finding = n.finding, ai_share = n.ai_share,
       file_type = n.file_type, word_count = n.word_count, character_count = n.character_count, page_count = n.page_count,
       completed_at = $7, alive_at = now(), updated_at = $7
     from unnest($1::uuid[], $2::float8[], $3::text[], $4::int[], $5::int[], $6::int[], $8::text[], $9::text[], $10::float8[])
       as n (id, score, label, word_count, character_count, page_count, file_type, finding, ai_share)
     where d.id = n.id
     returning d.id, d.teacher_id, d.student_id, d.class_group_id`,
    [
      owned.map(({ job }) => job.document_id),
      column('score'),
      column('label'),
      column('word_count'),
      column('character_count'),
      column('page_count'),
      now,
      column('file_type'),
      column('finding'),
      column('ai_share'),
    ],
  )
  return new Map((rows as unknown as CompletedDocument[]).map((row) => [row.id, row]))
}

/**
 * Writes a change that a job made. False if the document no longer belongs to the job; then nothing may be
 * stored for it.
 */
export async function updateByJob(
  { orm }: Connection,
  id: string,
  job_id: string,
  change: Change,
  now: Date,
): Promise<boolean> {
  const rows = await orm
    .update(documents)
    .set({ reading_page: null, ...change, alive_at: alive, updated_at: now })
    .where(isOwned(id, job_id))
    .returning({ id: documents.id })
  return rows.length > 0
}

/**
 * The heartbeat of the documents that this process works on. Skips locked rows: whoever holds the lock is
 * writing them anyway.
 */
export async function updateAlive({ orm }: Connection, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const running = orm
    .select({ id: documents.id })
    .from(documents)
    .where(and(inArray(documents.id, ids), eq(documents.status, 'PROCESSING')))
    .for('no key update', { skipLocked: true })
  await orm.update(documents).set({ alive_at: alive }).where(inArray(documents.id, running))
}

/** When a document counts as stuck. */
export interface StuckTimes {
  /** How long a worker may send no heartbeat for a running document. */
  silentMs: number
  /** How long an uploaded document may lack a job. */
  unqueuedMs: number
}

const ago = (ms: number) => sql`now() - ${ms} * interval '1 ms'`

const isStuck = ({ silentMs, unqueuedMs }: StuckTimes, lostJobs: string[]) =>
  or(
    and(
      eq(documents.status, 'PROCESSING'),
      or(isNull(documents.alive_at), lte(documents.alive_at, ago(silentMs))),
    ),
    and(eq(documents.status, 'UPLOADED'), lt(documents.updated_at, ago(unqueuedMs))),
    and(eq(documents.status, 'QUEUED'), inArray(documents.job_id, lostJobs)),
  )

/** `lostJobs` are the ids of jobs that no worker will run. */
export async function selectStuckIds(
  { orm }: Connection,
  times: StuckTimes,
  lostJobs: string[],
): Promise<string[]> {
  const rows = await orm
    .select({ id: documents.id })
    .from(documents)
    .where(isStuck(times, lostJobs))
    .limit(200)
  return rows.map(({ id }) => id)
}

/**
 * The jobs at the head of the queue that have waited this long. A lost job reaches the head sooner or later.
 */
export async function selectFirstJobs({ orm }: Connection, waitedMs: number): Promise<string[]> {
  const rows = await orm
    .select({ job_id: documents.job_id })
    .from(documents)
    .where(and(eq(documents.status, 'QUEUED'), lte(documents.queued_at, ago(waitedMs))))
    .orderBy(documents.processing_priority, documents.queue_turn, documents.queued_at, documents.id)
    .limit(200)
  return rows.flatMap(({ job_id }) => job_id ?? [])
}

/** Locks a document if it is still stuck and nobody else has locked it. */
export async function selectOptionalStuckForUpdate(
  { orm }: Connection,
  id: string,
  times: StuckTimes,
  lostJobs: string[],
): Promise<DocumentRow | null> {
  const [found] = await orm
    .select()
    .from(documents)
    .where(and(eq(documents.id, id), isStuck(times, lostJobs)))
    .for('update', { skipLocked: true })
  return found ?? null
}

/**
 * Changes the priority of a teacher's waiting documents, gives each a new turn in the queue, and returns
 * these turns. Skips rows locked by others, who may be waiting for the teacher's row that the caller has
 * locked.
 */
export async function updateWaitingPriority(
  connection: Connection,
  teacher_id: string,
  priority: JobPriority,
): Promise<Turn[]> {
  const { rows } = await connection.query(
    `with first as (select next_turn($1::uuid, $2) as turn),
       waiting as (
         select id, queue_turn, queued_at from documents
         where teacher_id = $1 and status = 'QUEUED' and processing_priority <> $2 for no key update skip locked),
       placed as (select id, (row_number() over (order by queue_turn, queued_at, id) - 1)::int as place from waiting)
     update documents d set processing_priority = $2, queue_turn = first.turn + placed.place
     from placed, first where d.id = placed.id returning d.id, d.queue_turn`,
    [teacher_id, priority],
  )
  return rows.map(({ id, queue_turn }) => ({ document_id: String(id), turn: Number(queue_turn) }))
}
