import { brand, type LmsAccess, lmsGraceDays, Problem } from '@penmark/contract'
import type { Connection } from '../../database/database.ts'
import { planOf } from './plan.ts'
import { selectTeacher, type TeacherRow } from './store.ts'

const dayMs = 24 * 60 * 60 * 1_000

/** What a teacher may do with learning platforms. */
export interface Access {
  access: LmsAccess
  /** When `connected` ends; null otherwise. */
  until: Date | null
}

/** Learning platforms belong to the Schools plan. Existing connections keep working for some days after the plan ends. */
export function lmsAccessOf(row: TeacherRow, planLimits: boolean, now: Date): Access {
  if (planOf(row, planLimits).plan === 'SCHOOLS') return { access: 'full', until: null }
  const until = row.schools_ended_at && new Date(row.schools_ended_at.getTime() + lmsGraceDays * dayMs)
  return until && now < until ? { access: 'connected', until } : { access: 'none', until: null }
}

export async function readLmsAccess(connection: Connection, teacher_id: string, planLimits: boolean, now: Date): Promise<LmsAccess> {
  return lmsAccessOf(await selectTeacher(connection, teacher_id), planLimits, now).access
}

interface AccessDependencies {
  database: Connection
  planLimits: boolean
}

/** Refuses teachers who may not make a new connection, or not use an existing one. */
export async function requireLmsAccess(
  { database, planLimits }: AccessDependencies,
  teacher_id: string,
  connection: 'new' | 'existing',
): Promise<void> {
  const access = await readLmsAccess(database, teacher_id, planLimits, new Date())
  if (access === 'full' || (access === 'connected' && connection === 'existing')) return
  throw new Problem(
    'plan_required',
    `Connecting ${brand.name} to a learning platform is part of the Schools plan. What was connected on that plan keeps working for ${lmsGraceDays} days after the plan ends. Your documents are safe.`,
  )
}
