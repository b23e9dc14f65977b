import { and, eq, sql } from 'drizzle-orm'
import type { Connection } from '../../database/database.ts'
import type { DocumentRow } from './store.ts'
import { documents } from './tables.ts'

// Must match the index on samples literally.
const isSampleOf = (teacher_id: string) => and(eq(documents.teacher_id, teacher_id), sql`${documents.is_sample}`)

export async function selectHasSamples({ orm }: Connection, teacher_id: string): Promise<boolean> {
  const rows = await orm.select({ id: documents.id }).from(documents).where(isSampleOf(teacher_id)).limit(1)
  return rows.length > 0
}

export async function selectSamplesForUpdate({ orm }: Connection, teacher_id: string): Promise<DocumentRow[]> {
  return orm.select().from(documents).where(isSampleOf(teacher_id)).orderBy(documents.id).for('update')
}
