import type { PlanId } from '@penmark/contract'
import { eq, sql } from 'drizzle-orm'
import type { Connection } from '../../database/database.ts'
import type { TeacherRow } from './store.ts'
import { teachers } from './tables.ts'

export async function selectIsTeacher({ orm }: Connection, id: string): Promise<boolean> {
  const rows = await orm.select({ id: teachers.id }).from(teachers).where(eq(teachers.id, id))
  return rows.length > 0
}

export async function updatePlan(
  { orm }: Connection,
  id: string,
  plan: PlanId,
  pro_plan_activated_at: Date | null,
  updated_at: Date,
): Promise<void> {
  const schools_ended_at =
    plan === 'SCHOOLS'
      ? null
      : sql`case when ${teachers.plan} = 'SCHOOLS' then ${updated_at.toISOString()}::timestamptz else ${teachers.schools_ended_at} end`
  await orm.update(teachers).set({ plan, pro_plan_activated_at, schools_ended_at, updated_at }).where(eq(teachers.id, id))
}

export async function selectOptionalTeacherBySubjectForUpdate({ orm }: Connection, subject: string): Promise<TeacherRow | null> {
  const [row] = await orm.select().from(teachers).where(eq(teachers.subject, subject)).for('no key update')
  return row ?? null
}

type Overrides = Partial<Pick<TeacherRow, 'custom_word_limit' | 'custom_char_limit'>>

export async function updateOverrides({ orm }: Connection, id: string, overrides: Overrides, updated_at: Date): Promise<TeacherRow> {
  const [row] = await orm
    .update(teachers)
    .set({ ...overrides, updated_at })
    .where(eq(teachers.id, id))
    .returning()
  if (!row) throw new Error('A teacher that was just locked is gone.')
  return row
}
