import { and, eq, sql } from 'drizzle-orm'
import type { Connection } from '../../database/database.ts'
import { classGroups, classMemberships } from './tables.ts'

/** Returns its id; null where the teacher has a class of that name. */
export async function insertSampleClass({ orm }: Connection, row: typeof classGroups.$inferInsert): Promise<string | null> {
  const [inserted] = await orm.insert(classGroups).values(row).onConflictDoNothing().returning({ id: classGroups.id })
  return inserted?.id ?? null
}

export async function selectOptionalSampleClass({ orm }: Connection, teacher_id: string): Promise<string | null> {
  const [row] = await orm
    .select({ id: classGroups.id })
    .from(classGroups)
    // Must match the index on samples literally.
    .where(and(eq(classGroups.teacher_id, teacher_id), sql`${classGroups.is_sample}`))
  return row?.id ?? null
}

export async function selectHasMembers({ orm }: Connection, id: string): Promise<boolean> {
  const rows = await orm
    .select({ id: classMemberships.student_id })
    .from(classMemberships)
    .where(eq(classMemberships.class_group_id, id))
    .limit(1)
  return rows.length > 0
}

/** Makes the class an ordinary one. */
export async function updateNoSample({ orm }: Connection, id: string): Promise<void> {
  await orm.update(classGroups).set({ is_sample: false }).where(eq(classGroups.id, id))
}
