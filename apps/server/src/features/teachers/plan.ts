import type { PlanId } from '@penmark/contract'
import type { Connection } from '../../database/database.ts'
import type { Plan } from '../allowance/rules.ts'
import { selectIsTeacher, selectOptionalTeacherBySubjectForUpdate, updatePlan } from './plan-store.ts'
import { selectTeacher, selectTeacherForUpdate, selectTeachersForUpdate, type TeacherRow } from './store.ts'

export function planOf({ id, plan, custom_word_limit, custom_char_limit, created_at, pro_plan_activated_at }: TeacherRow): Plan {
  return { teacher_id: id, plan, custom_word_limit, custom_char_limit, created_at, pro_plan_activated_at }
}

export async function readPlan(connection: Connection, teacher_id: string): Promise<Plan> {
  return planOf(await selectTeacher(connection, teacher_id))
}

/** Reads the plan and holds it until the transaction ends: whoever spends words of this teacher waits. */
export async function lockPlan(connection: Connection, teacher_id: string): Promise<Plan> {
  return planOf(await selectTeacherForUpdate(connection, teacher_id))
}

/** The same for several teachers, always in one order: two transactions that lock several can never wait for each other in a circle. */
export async function lockPlans(connection: Connection, teacher_ids: string[]): Promise<Map<string, Plan>> {
  const rows = await selectTeachersForUpdate(connection, teacher_ids)
  return new Map(rows.map((row) => [row.id, planOf(row)]))
}

/** The same by the name that the identity provider has for the teacher; null when there is none. */
export async function lockPlanOf(connection: Connection, subject: string): Promise<Plan | null> {
  const row = await selectOptionalTeacherBySubjectForUpdate(connection, subject)
  return row && planOf(row)
}

export function isTeacher(connection: Connection, teacher_id: string): Promise<boolean> {
  return selectIsTeacher(connection, teacher_id)
}

/** The row must be locked (`lockPlan`). `pro_plan_activated_at` begins the cycles of Pro. */
export function changePlan(
  connection: Connection,
  teacher_id: string,
  plan: PlanId,
  pro_plan_activated_at: Date | null,
  now: Date,
): Promise<void> {
  return updatePlan(connection, teacher_id, plan, pro_plan_activated_at, now)
}
