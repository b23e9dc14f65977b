import type { WaitingDocuments } from '@penmark/contract'
import type { Owner } from '../../../http/caller.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import type { Events } from '../../../services/events/events.ts'
import type { Queue } from '../../../services/queue/queue.ts'
import {
  chooseReadsWaiting,
  listReadingWaiting,
  type Plan,
  readPlan,
  readsWaiting,
  readUsage,
} from '../../accounts/index.ts'
import { updateWaitingPriority } from '../pipeline/job-store.ts'
import { enqueue } from '../pipeline/queue.ts'
import { priorityOf } from '../rows/rules.ts'
import { selectRefusedForUpdate } from '../rows/store.ts'
import { type DocumentScope, listWaitingForWords, type Waiting } from '../standing/figures.ts'
import { lockSharing } from '../standing/shared-texts.ts'

/** Raises a teacher's queued documents to the priority of their plan. Never lowers it. */
async function raisePriority(
  connection: Connection,
  queue: Pick<Queue, 'reprioritise'>,
  { teacher_id, plan }: Plan,
): Promise<void> {
  const priority = priorityOf(plan)
  if (priority === 'NORMAL') return
  const waiting = await updateWaitingPriority(connection, teacher_id, priority)
  if (waiting.length > 0) await queue.reprioritise(connection, waiting, priority)
}

const sum = (waiting: readonly Waiting[]): WaitingDocuments => ({
  documents: waiting.length,
  words: waiting.reduce((total, { words }) => total + words, 0),
})

/** Those of a scope that wait for words, in the order of their upload, as far as words are left. */
async function listReadable(
  connection: Connection,
  plan: Plan,
  scope: DocumentScope,
  now: Date,
): Promise<Waiting[]> {
  const waiting = await listWaitingForWords(connection, plan.teacher_id, scope)
  if (waiting.length === 0) return []
  const usage = await readUsage(connection, plan, now)
  // Without a limit, everything fits.
  const left = {
    words: usage.remaining ?? Number.POSITIVE_INFINITY,
    characters: usage.characters.remaining ?? Number.POSITIVE_INFINITY,
  }
  return waiting.filter(({ words, characters }) => {
    if (words > left.words || characters > left.characters) return false
    left.words -= words
    left.characters -= characters
    return true
  })
}

/** What could be read now of that which waits for words; null if nothing could. */
export async function offerWaiting(
  connection: Connection,
  teacher_id: string,
  scope: DocumentScope,
  now: Date,
): Promise<WaitingDocuments | null> {
  const readable = await listReadable(connection, await readPlan(connection, teacher_id), scope, now)
  return readable.length === 0 ? null : sum(readable)
}

/**
 * Queues them again. The teacher's row is locked after documents: if the caller has locked it, those that
 * another transaction changes at this moment are left out, and otherwise waited for.
 */
export async function readWaiting(
  connection: Connection,
  queue: Queue,
  {
    plan,
    now,
    scope = {},
    isTeacherLocked = false,
  }: { plan: Plan; now: Date; scope?: DocumentScope; isTeacherLocked?: boolean },
): Promise<WaitingDocuments> {
  const readable = await listReadable(connection, plan, scope, now)
  if (!isTeacherLocked)
    await lockSharing(
      connection,
      readable.map(({ id }) => id),
    )
  const rows = await selectRefusedForUpdate(
    connection,
    readable.map(({ id }) => id),
  )
  const processing_priority = priorityOf(plan.plan)
  for (const row of rows) await enqueue(connection, queue, { ...row, processing_priority }, 0)
  const queued = new Set(rows.map(({ id }) => id))
  return sum(readable.filter(({ id }) => queued.has(id)))
}

/**
 * Lets a teacher's waiting documents profit from a larger allowance: those in the queue go first on a paid
 * plan. What waits for words is read only for those who chose so. The caller has locked the teacher's row.
 */
export async function followAllowance(
  connection: Connection,
  queue: Queue,
  { plan, now }: Events['allowanceRaised'],
): Promise<void> {
  await raisePriority(connection, queue, plan)
  if (await readsWaiting(connection, plan.teacher_id))
    await readWaiting(connection, queue, { plan, now, isTeacherLocked: true })
}

/** Remembers the choice, and reads at once what there are words for. */
export async function saveReadsWaiting(
  { database, queue }: { database: Database; queue: Queue },
  reads_waiting: boolean,
  { teacher_id }: Owner,
): Promise<void> {
  await database.transaction(async (connection) => {
    if (reads_waiting)
      await readWaiting(connection, queue, { plan: await readPlan(connection, teacher_id), now: new Date() })
    await chooseReadsWaiting(connection, teacher_id, reads_waiting)
  })
}

/** Reads what waits for words of all who chose so: a new month may have begun since. */
export async function readWaitingOfAll(
  { database, queue }: { database: Database; queue: Queue },
  now: Date,
): Promise<void> {
  for (const teacher_id of await listReadingWaiting(database))
    await database.transaction(async (connection) => {
      await readWaiting(connection, queue, { plan: await readPlan(connection, teacher_id), now })
    })
}
