import type { PlanId } from '@penmark/contract'
import type { Connection } from '../../database/database.ts'
import type { Plan } from '../allowance/rules.ts'
import {
  selectIsTeacher,
  selectOptionalTeacherBySubjectForUpdate,
  selectTeacher,
  selectTeacherForUpdate,
  selectTeachersForUpdate,
  type TeacherRow,
  updatePlan,
} from './store.ts'

/** The paid or agreed plan, whether or not plans differ here. */
function agreedPlanOf({ id, plan, custom_word_limit, custom_char_limit, created_at, pro_plan_activated_at }: TeacherRow): Plan {
  return { teacher_id: id, plan, custom_word_limit, custom_char_limit, created_at, pro_plan_activated_at }
}

/** The effective plan: without plan limits, every account has what the Schools plan includes. */
export function planOf(row: TeacherRow, planLimits: boolean): Plan {
  return planLimits ? agreedPlanOf(row) : { ...agreedPlanOf(row), plan: 'SCHOOLS' }
}

export async function readPlan(connection: Connection, teacher_id: string, planLimits: boolean): Promise<Plan> {
  return planOf(await selectTeacher(connection, teacher_id), planLimits)
}

/**
 * Reads and locks the plans until the transaction ends; other spending of these teachers waits. They are always locked in the same order,
 * so that transactions cannot deadlock.
 */
export async function lockPlans(connection: Connection, teacher_ids: string[], planLimits: boolean): Promise<Map<string, Plan>> {
  const rows = await selectTeachersForUpdate(connection, teacher_ids)
  return new Map(rows.map((row) => [row.id, planOf(row, planLimits)]))
}

/** Reads and locks the agreed plan until the transaction ends. */
export async function lockAgreedPlan(connection: Connection, teacher_id: string): Promise<Plan> {
  return agreedPlanOf(await selectTeacherForUpdate(connection, teacher_id))
}

/** The same by the teacher's subject at the identity provider; null when there is none. */
export async function lockAgreedPlanOf(connection: Connection, subject: string): Promise<Plan | null> {
  const row = await selectOptionalTeacherBySubjectForUpdate(connection, subject)
  return row && agreedPlanOf(row)
}

export function isTeacher(connection: Connection, teacher_id: string): Promise<boolean> {
  return selectIsTeacher(connection, teacher_id)
}

/** The row must be locked (`lockPlan`). `pro_plan_activated_at` starts the cycles of Pro. */
export function changePlan(
  connection: Connection,
  teacher_id: string,
  plan: PlanId,
  pro_plan_activated_at: Date | null,
  now: Date,
): Promise<void> {
  return updatePlan(connection, teacher_id, plan, pro_plan_activated_at, now)
}
