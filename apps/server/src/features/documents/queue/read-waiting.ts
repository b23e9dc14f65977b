import type { Connection } from '../../../database/database.ts'
import type { Events } from '../../../events.ts'
import type { Queue } from '../../../outside/queue/queue.ts'
import { readUsage } from '../../allowance/actions.ts'
import type { Plan } from '../../allowance/rules.ts'
import { priorityOf } from '../rules.ts'
import { updateWaitingPriority } from '../steps/job-store.ts'
import { enqueue } from '../steps/queue.ts'
import { selectRefusedForUpdate } from '../store.ts'

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

/**
 * Lets a teacher's waiting documents profit from a larger allowance: those in the queue go first on a paid
 * plan, and those that were refused for too few words are queued again, in the order of their upload, as far
 * as words are left. The caller has locked the teacher's row.
 */
export async function readWaiting(
  connection: Connection,
  queue: Queue,
  { plan, now }: Events['allowanceRaised'],
): Promise<void> {
  await raisePriority(connection, queue, plan)
  let { remaining } = await readUsage(connection, plan, now)
  for (const row of await selectRefusedForUpdate(connection, plan.teacher_id)) {
    const words = row.word_count ?? 0
    if (remaining !== null && words > remaining) continue
    if (remaining !== null) remaining -= words
    await enqueue(connection, queue, { ...row, processing_priority: priorityOf(plan.plan) }, 0)
  }
}
