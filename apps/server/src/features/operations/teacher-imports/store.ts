import { type TeacherImportProblem, teacherImportFaults } from '@penmark/contract'
import { and, desc, eq, gte } from 'drizzle-orm'
import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { type Connection, time } from '../../../services/database/database.ts'

const teacherImports = pgTable('teacher_imports', {
  id: uuid().primaryKey(),
  source: text({ enum: ['upload', 'schedule'] }).notNull(),
  at: time().notNull(),
  fault: text({ enum: teacherImportFaults }),
  added: integer().notNull(),
  changed: integer().notNull(),
  deactivated: integer().notNull(),
  unchanged: integer().notNull(),
  problems: jsonb().$type<TeacherImportProblem[]>().notNull(),
})

export type ImportRow = typeof teacherImports.$inferSelect

export async function insertImport({ orm }: Connection, row: ImportRow): Promise<void> {
  await orm.insert(teacherImports).values(row)
}

export function selectImports({ orm }: Connection, limit: number): Promise<ImportRow[]> {
  return orm.select().from(teacherImports).orderBy(desc(teacherImports.at)).limit(limit)
}

/** Whether the nightly file was read since then. */
export async function selectNightlySince({ orm }: Connection, since: Date): Promise<boolean> {
  const rows = await orm
    .select({ id: teacherImports.id })
    .from(teacherImports)
    .where(and(eq(teacherImports.source, 'schedule'), gte(teacherImports.at, since)))
    .limit(1)
  return rows.length > 0
}

export async function selectLastNightly({ orm }: Connection): Promise<ImportRow | null> {
  const [row] = await orm
    .select()
    .from(teacherImports)
    .where(eq(teacherImports.source, 'schedule'))
    .orderBy(desc(teacherImports.at))
    .limit(1)
  return row ?? null
}
