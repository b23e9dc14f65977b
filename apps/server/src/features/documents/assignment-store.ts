import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { Connection } from '../../database/database.ts'
import { classGroups } from '../class-groups/tables.ts'
import { students } from '../students/tables.ts'
import type { DocumentRow } from './store.ts'
import { documents } from './tables.ts'

export type Assignment = Pick<DocumentRow, 'student_id' | 'class_group_id' | 'student_sort'>

export async function updateAssignment({ orm }: Connection, id: string, assignment: Assignment, now: Date): Promise<DocumentRow | null> {
  const [row] = await orm
    .update(documents)
    .set({ ...assignment, updated_at: now })
    .where(eq(documents.id, id))
    .returning()
  return row ?? null
}

/**
 * Clears a student or a class from all documents of a teacher. Rows are locked in a fixed order, so that two such calls cannot deadlock.
 */
export async function updateUnassigned(
  { orm }: Connection,
  teacher_id: string,
  field: 'student_id' | 'class_group_id',
  id: string,
  now: Date,
): Promise<void> {
  const affected = orm
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.teacher_id, teacher_id), eq(documents[field], id)))
    .orderBy(asc(documents.id))
    .for('update')
  const cleared = field === 'student_id' ? { student_id: null, student_sort: '' } : { class_group_id: null }
  await orm
    .update(documents)
    .set({ ...cleared, updated_at: now })
    .where(inArray(documents.id, affected))
}

export async function updateStudentSort({ orm }: Connection, student_id: string, student_sort: string): Promise<void> {
  await orm
    .update(documents)
    .set({ student_sort })
    .where(and(eq(documents.student_id, student_id), ne(documents.student_sort, student_sort)))
}

/** Names of the students and classes that the documents are assigned to, by id. */
export async function selectAssignees({ orm }: Connection, rows: Pick<DocumentRow, 'student_id' | 'class_group_id'>[]) {
  const idsOf = (field: 'student_id' | 'class_group_id') => [...new Set(rows.flatMap((row) => row[field] ?? []))]
  const [studentIds, classIds] = [idsOf('student_id'), idsOf('class_group_id')]
  const { id: student_id, first_name, last_name, year_group } = students
  const { id: class_group_id, class_name, academic_year } = classGroups
  const named = studentIds.length
    ? await orm.select({ student_id, first_name, last_name, year_group }).from(students).where(inArray(students.id, studentIds))
    : []
  const classes = classIds.length
    ? await orm.select({ class_group_id, class_name, academic_year }).from(classGroups).where(inArray(classGroups.id, classIds))
    : []
  return {
    students: new Map(named.map(({ student_id: id, ...student }) => [id, student])),
    classGroups: new Map(classes.map(({ class_group_id: id, ...classGroup }) => [id, classGroup])),
  }
}

export type Assignees = Awaited<ReturnType<typeof selectAssignees>>

export async function selectIsAssigned({ orm }: Connection, teacher_id: string, class_group_id: string): Promise<boolean> {
  const rows = await orm
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.teacher_id, teacher_id), eq(documents.class_group_id, class_group_id)))
    .limit(1)
  return rows.length > 0
}
