import type { Connection } from '../../database/database.ts'
import type { Plan } from '../allowance/rules.ts'
import { selectTeacher, selectTeacherForUpdate, type TeacherRow } from './store.ts'

export function planOf({ id, plan, custom_word_limit, created_at, pro_plan_activated_at }: TeacherRow): Plan {
  return { teacher_id: id, plan, custom_word_limit, created_at, pro_plan_activated_at }
}

export async function readPlan(connection: Connection, teacher_id: string): Promise<Plan> {
  return planOf(await selectTeacher(connection, teacher_id))
}

/** Reads the plan and holds it until the transaction ends: whoever spends words of this teacher waits. */
export async function lockPlan(connection: Connection, teacher_id: string): Promise<Plan> {
  return planOf(await selectTeacherForUpdate(connection, teacher_id))
}
