import type { Student } from '@penmark/contract'
import { and, asc, count, desc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import { type Connection, containing } from '../../../services/database/database.ts'

import { classMemberships } from '../class-groups/tables.ts'
import { students, studentTombstones } from './tables.ts'

export type StudentRow = typeof students.$inferSelect
export type StudentFields = Pick<
  StudentRow,
  'first_name' | 'last_name' | 'email' | 'external_student_id' | 'descriptor' | 'year_group'
>
export type StudentSort = 'created_at' | 'first_name' | 'last_name' | 'email'

/** A row with the ids of the student's classes. */
export type StudentWithClasses = StudentRow & Pick<Student, 'class_group_ids'>

export interface StudentFilter {
  teacher_id: string
  search?: string
  class_group_id?: string
}

export interface StudentPage {
  sort: StudentSort
  order: 'asc' | 'desc'
  offset: number
  /** Null for all. */
  limit: number | null
}

const isOwn = (teacher_id: string, id: string) =>
  and(eq(students.teacher_id, teacher_id), eq(students.id, id))

// The casts make both drivers return an array of strings.
const class_group_ids = sql<
  string[]
>`array(select m.class_group_id::text from class_memberships m where m.student_id = "students"."id" order by m.created_at, m.class_group_id)`

const sorts: Record<StudentSort, SQL | typeof students.created_at> = {
  created_at: students.created_at,
  first_name: sql`lower(${students.first_name})`,
  last_name: sql`lower(${students.last_name})`,
  email: sql`lower(coalesce(${students.email}, ''))`,
}

function matches({ teacher_id, search, class_group_id }: StudentFilter): SQL | undefined {
  const like = search === undefined ? null : sql`lower(${containing(search)})`
  const fullName = sql`lower(${students.first_name} || ' ' || ${students.last_name})`
  return and(
    eq(students.teacher_id, teacher_id),
    like === null
      ? undefined
      : or(
          sql`${fullName} like ${like}`,
          sql`lower(${students.email}) like ${like}`,
          sql`lower(${students.external_student_id}) like ${like}`,
        ),
    class_group_id === undefined
      ? undefined
      : sql`exists (select 1 from ${classMemberships} where ${classMemberships.student_id} = ${students.id} and ${classMemberships.class_group_id} = ${class_group_id})`,
  )
}

export async function selectStudents(
  { orm }: Connection,
  filter: StudentFilter,
  page: StudentPage,
): Promise<StudentWithClasses[]> {
  const direction = page.order === 'asc' ? asc : desc
  const query = orm
    .select({ ...getTableColumns(students), class_group_ids })
    .from(students)
    .where(matches(filter))
    .orderBy(direction(sorts[page.sort]), direction(students.created_at), direction(students.id))
    .offset(page.offset)
  return page.limit === null ? query : query.limit(page.limit)
}

export async function selectStudentCount({ orm }: Connection, filter: StudentFilter): Promise<number> {
  const [row] = await orm.select({ total: count() }).from(students).where(matches(filter))
  return Number(row?.total)
}

export async function selectOptionalStudent(
  { orm }: Connection,
  teacher_id: string,
  id: string,
): Promise<StudentWithClasses | null> {
  const [row] = await orm
    .select({ ...getTableColumns(students), class_group_ids })
    .from(students)
    .where(isOwn(teacher_id, id))
  return row ?? null
}

/** Reads the student and prevents their deletion until the transaction ends. */
export async function selectOptionalStudentForKeyShare(
  { orm }: Connection,
  teacher_id: string,
  id: string,
): Promise<StudentRow | null> {
  const [row] = await orm.select().from(students).where(isOwn(teacher_id, id)).for('key share')
  return row ?? null
}

/** Which of these are students of the teacher, protected from deletion until the transaction ends. */
export async function selectIdsForKeyShare(
  { orm }: Connection,
  teacher_id: string,
  ids: string[],
): Promise<string[]> {
  const rows = await orm
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.teacher_id, teacher_id), sql`${students.id} = any(${sql.param(ids)}::uuid[])`))
    .orderBy(asc(students.id))
    .for('key share')
  return rows.map(({ id }) => id)
}

/**
 * Adds students in one statement and returns the ids added. Students whose external id is taken, even by an
 * earlier row, are left out. Their times are a microsecond apart, so that "newest first" keeps the given
 * order.
 */
export async function insertStudents(
  connection: Connection,
  teacher_id: string,
  rows: (StudentFields & { id: string })[],
  now: Date,
): Promise<Set<string>> {
  const column = (name: keyof StudentFields | 'id') => rows.map((row) => row[name])
  const { rows: added } = await connection.query(
    `insert into students (id, teacher_id, first_name, last_name, email, external_student_id, descriptor, year_group, created_at, updated_at)
     select id, $1::uuid, first_name, last_name, email, external_student_id, descriptor, year_group, $2::timestamptz - place * interval '1 microsecond', $2::timestamptz
     from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
       with ordinality as given (id, first_name, last_name, email, external_student_id, descriptor, year_group, place)
     order by place
     on conflict do nothing returning id`,
    [
      teacher_id,
      now,
      ...(
        ['id', 'first_name', 'last_name', 'email', 'external_student_id', 'descriptor', 'year_group'] as const
      ).map((name) => column(name)),
    ],
  )
  return new Set(added.map(({ id }) => String(id)))
}

/** Null when the teacher has no such student. */
export async function updateStudent(
  { orm }: Connection,
  teacher_id: string,
  id: string,
  fields: StudentFields,
  now: Date,
): Promise<StudentRow | null> {
  const [row] = await orm
    .update(students)
    .set({ ...fields, updated_at: now })
    .where(isOwn(teacher_id, id))
    .returning()
  return row ?? null
}

/** Deletes the student with their memberships. False when there was none. */
export async function deleteStudent(
  { orm }: Connection,
  teacher_id: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const rows = await orm.delete(students).where(isOwn(teacher_id, id)).returning({ id: students.id })
  if (rows.length === 0) return false
  await orm.insert(studentTombstones).values({ student_id: id, teacher_id, deleted_at: now })
  return true
}

export async function deleteTombstone({ orm }: Connection, student_id: string): Promise<void> {
  await orm.delete(studentTombstones).where(eq(studentTombstones.student_id, student_id))
}

export async function selectIsExternalIdTaken(
  { orm }: Connection,
  teacher_id: string,
  external_student_id: string,
): Promise<boolean> {
  const isSame = sql`lower(${students.external_student_id}) = lower(${external_student_id})`
  const rows = await orm
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.teacher_id, teacher_id), isSame))
    .limit(1)
  return rows.length > 0
}

export async function selectIsDeleted({ orm }: Connection, teacher_id: string, id: string): Promise<boolean> {
  const rows = await orm
    .select({ id: studentTombstones.student_id })
    .from(studentTombstones)
    .where(and(eq(studentTombstones.teacher_id, teacher_id), eq(studentTombstones.student_id, id)))
  return rows.length > 0
}

/** The teacher of a student; null when there is no such student. */
export async function selectOptionalOwner({ orm }: Connection, id: string): Promise<string | null> {
  const [row] = await orm
    .select({ teacher_id: students.teacher_id })
    .from(students)
    .where(eq(students.id, id))
  return row?.teacher_id ?? null
}

/** Names of students, by id. */
export async function selectNames({ orm }: Connection, ids: string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const { id, first_name, last_name, year_group } = students
  const rows = await orm
    .select({ id, first_name, last_name, year_group })
    .from(students)
    .where(inArray(id, ids))
  return new Map(rows.map(({ id: student_id, ...names }) => [student_id, names]))
}
