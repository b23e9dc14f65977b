import type { PlanId } from '@penmark/contract'
import type { Connection } from '../../../database/database.ts'
import type { Queue } from '../../../outside/queue/queue.ts'
import { priorityOf } from '../rules.ts'
import { updateWaitingPriority } from './job-store.ts'

/** Raises a teacher's waiting documents to the new plan's priority, in the transaction that changes the plan. It never lowers them. */
export async function raiseWaiting(
  connection: Connection,
  queue: Pick<Queue, 'reprioritise'>,
  teacher_id: string,
  plan: PlanId,
): Promise<void> {
  const priority = priorityOf(plan)
  if (priority === 'NORMAL') return
  const waiting = await updateWaitingPriority(connection, teacher_id, priority)
  if (waiting.length > 0) await queue.reprioritise(connection, waiting, priority)
}
