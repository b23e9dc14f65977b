import { type LmsAccess, lmsGraceDays, type PlanId } from '@penmark/contract'
import { dayMs } from '../../../lib/durations.ts'
import { problem } from '../../../locale/problems/problem.ts'
import type { Connection } from '../../../services/database/database.ts'
import { hasPlanLimits } from '../allowance/plan-limits.ts'
import type { Plan } from '../allowance/rules.ts'
import {
  selectIsTeacher,
  selectOptionalTeacherBySubjectForUpdate,
  selectReadingWaiting,
  selectTeacher,
  selectTeacherForUpdate,
  selectTeachersForUpdate,
  type TeacherRow,
  updatePlan,
  updateReadsWaiting,
} from './store.ts'

/** The paid or agreed plan, whether or not plans differ here. */
function agreedPlanOf({
  id,
  plan,
  custom_word_limit,
  custom_char_limit,
  created_at,
  pro_plan_activated_at,
}: TeacherRow): Plan {
  return { teacher_id: id, plan, custom_word_limit, custom_char_limit, created_at, pro_plan_activated_at }
}

/**
 * How an account's effective plan follows from its row: without plan limits, every account has what the
 * Schools plan includes.
 */
export async function readPlanRule(connection: Connection): Promise<(row: TeacherRow) => Plan> {
  return (await hasPlanLimits(connection))
    ? agreedPlanOf
    : (row) => ({ ...agreedPlanOf(row), plan: 'SCHOOLS' })
}

export async function readPlan(connection: Connection, teacher_id: string): Promise<Plan> {
  const planOf = await readPlanRule(connection)
  return planOf(await selectTeacher(connection, teacher_id))
}

/**
 * Reads and locks the plans until the transaction ends; other spending of these teachers waits. They are
 * always locked in the same order, so that transactions cannot deadlock.
 */
export async function lockPlans(connection: Connection, teacher_ids: string[]): Promise<Map<string, Plan>> {
  const planOf = await readPlanRule(connection)
  const rows = await selectTeachersForUpdate(connection, teacher_ids)
  return new Map(rows.map((row) => [row.id, planOf(row)]))
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

/** The row must be locked (`lockAgreedPlan`). `pro_plan_activated_at` starts the cycles of Pro. */
export function changePlan(
  connection: Connection,
  teacher_id: string,
  plan: PlanId,
  pro_plan_activated_at: Date | null,
  now: Date,
): Promise<void> {
  return updatePlan(connection, teacher_id, plan, pro_plan_activated_at, now)
}

/** What a teacher may do with learning platforms. */
export interface Access {
  access: LmsAccess
  /** When `connected` ends; null otherwise. */
  until: Date | null
}

/**
 * Learning platforms belong to the Schools plan. Existing connections keep working for some days after the
 * plan ends.
 */
export function lmsAccessOf({ plan }: Plan, { schools_ended_at }: TeacherRow, now: Date): Access {
  if (plan === 'SCHOOLS') return { access: 'full', until: null }
  const until = schools_ended_at && new Date(schools_ended_at.getTime() + lmsGraceDays * dayMs)
  return until && now < until ? { access: 'connected', until } : { access: 'none', until: null }
}

export async function readLmsAccess(
  connection: Connection,
  teacher_id: string,
  now: Date,
): Promise<LmsAccess> {
  const planOf = await readPlanRule(connection)
  const row = await selectTeacher(connection, teacher_id)
  return lmsAccessOf(planOf(row), row, now).access
}

/** Refuses teachers who may not make a new connection, or not use an existing one. */
export async function requireLmsAccess(
  database: Connection,
  teacher_id: string,
  connection: 'new' | 'existing',
): Promise<void> {
  const access = await readLmsAccess(database, teacher_id, new Date())
  if (access === 'full' || (access === 'connected' && connection === 'existing')) return
  throw problem('plan_required', 'schools_plan_required', { days: lmsGraceDays })
}

/** Whether what waits for words is read without being asked for. */
export async function readsWaiting(connection: Connection, teacher_id: string): Promise<boolean> {
  return (await selectTeacher(connection, teacher_id)).reads_waiting
}

export function chooseReadsWaiting(
  connection: Connection,
  teacher_id: string,
  reads_waiting: boolean,
): Promise<void> {
  return updateReadsWaiting(connection, teacher_id, reads_waiting)
}

/** The teachers who chose so. */
export function listReadingWaiting(connection: Connection): Promise<string[]> {
  return selectReadingWaiting(connection)
}
