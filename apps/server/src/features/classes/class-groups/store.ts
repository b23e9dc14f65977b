import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Connection } from '../../../services/database/database.ts'
import { classGroups, classGroupTombstones, classMemberships } from './tables.ts'

export type ClassGroupRow = typeof classGroups.$inferSelect
export type ClassGroupFields = Pick<ClassGroupRow, 'class_name' | 'academic_year'>

/**
 * With the ids of the class's students in one string, because the drivers take ten times as long for ten
 * thousand single values.
 */
export type ClassGroupWithMembers = ClassGroupRow & { members: string | null }

const members = sql<
  string | null
>`(select string_agg(m.student_id::text, ',' order by m.student_id) from class_memberships m where m.class_group_id = "class_groups"."id")`
const columns = { ...getTableColumns(classGroups), members }

const isOwn = (teacher_id: string, id: string) =>
  and(eq(classGroups.teacher_id, teacher_id), eq(classGroups.id, id))

/** All classes of a teacher by name; with the same name, the newest year first. */
export async function selectClassGroups(
  { orm }: Connection,
  teacher_id: string,
): Promise<ClassGroupWithMembers[]> {
  return orm
    .select(columns)
    .from(classGroups)
    .where(eq(classGroups.teacher_id, teacher_id))
    .orderBy(
      sql`lower(${classGroups.class_name})`,
      sql`lower(coalesce(${classGroups.academic_year}, '')) desc`,
    )
}

export async function selectOptionalClassGroup(
  { orm }: Connection,
  teacher_id: string,
  id: string,
): Promise<ClassGroupWithMembers | null> {
  const [row] = await orm.select(columns).from(classGroups).where(isOwn(teacher_id, id))
  return row ?? null
}

/** Locks the class against deletion until the transaction ends. */
export async function selectOptionalClassGroupForKeyShare(
  { orm }: Connection,
  teacher_id: string,
  id: string,
): Promise<ClassGroupRow | null> {
  const [row] = await orm.select().from(classGroups).where(isOwn(teacher_id, id)).for('key share')
  return row ?? null
}

/** Locks the newest class of each of these lower-case names against deletion until the transaction ends. */
export async function selectClassGroupsByNameForKeyShare(
  { orm }: Connection,
  teacher_id: string,
  names: string[],
): Promise<Map<string, ClassGroupRow>> {
  if (names.length === 0) return new Map()
  const lower = sql<string>`lower(${classGroups.class_name})`
  const rows = await orm
    .select({ ...getTableColumns(classGroups), lower })
    .from(classGroups)
    .where(and(eq(classGroups.teacher_id, teacher_id), inArray(lower, names)))
    .orderBy(asc(classGroups.created_at), asc(classGroups.id))
    .for('key share')
  return new Map(rows.map(({ lower: name, ...row }) => [name, row]))
}

export async function insertClassGroup(
  { orm }: Connection,
  row: typeof classGroups.$inferInsert,
): Promise<void> {
  await orm.insert(classGroups).values(row)
}

/** False if the teacher has no such class. */
export async function updateClassGroup(
  { orm }: Connection,
  teacher_id: string,
  id: string,
  fields: ClassGroupFields,
  now: Date,
): Promise<boolean> {
  const rows = await orm
    .update(classGroups)
    .set({ ...fields, updated_at: now })
    .where(isOwn(teacher_id, id))
    .returning({ id: classGroups.id })
  return rows.length > 0
}

/** Deletes the class with its memberships. False if there was none. */
export async function deleteClassGroup(
  { orm }: Connection,
  teacher_id: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const rows = await orm.delete(classGroups).where(isOwn(teacher_id, id)).returning({ id: classGroups.id })
  if (rows.length === 0) return false
  await orm.insert(classGroupTombstones).values({ class_group_id: id, teacher_id, deleted_at: now })
  return true
}

export async function deleteTombstone({ orm }: Connection, id: string): Promise<void> {
  await orm.delete(classGroupTombstones).where(eq(classGroupTombstones.class_group_id, id))
}

/** The name if no class of that year has it, otherwise with the first free number behind it. */
export async function selectFreeName(
  connection: Connection,
  teacher_id: string,
  { class_name, academic_year }: ClassGroupFields,
): Promise<string> {
  const { rows } = await connection.query(
    `select name from (
       select number, case number when 1 then $2::text else left($2::text, 190) || ' (' || number || ')' end as name
       from generate_series(1, 1 + (select count(*) from class_groups where teacher_id = $1::uuid)) as number
     ) names
     where not exists (
       select 1 from class_groups c where c.teacher_id = $1::uuid and lower(c.class_name) = lower(names.name)
         and lower(coalesce(c.academic_year, '')) = lower(coalesce($3::text, '')))
     order by number limit 1`,
    [teacher_id, class_name, academic_year],
  )
  return String(rows[0]?.name)
}

export async function selectIsDeleted({ orm }: Connection, teacher_id: string, id: string): Promise<boolean> {
  const rows = await orm
    .select({ id: classGroupTombstones.class_group_id })
    .from(classGroupTombstones)
    .where(and(eq(classGroupTombstones.teacher_id, teacher_id), eq(classGroupTombstones.class_group_id, id)))
  return rows.length > 0
}

/** Which of these are classes of the teacher. */
export async function selectOwnIds(
  { orm }: Connection,
  teacher_id: string,
  ids: string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await orm
    .select({ id: classGroups.id })
    .from(classGroups)
    .where(and(eq(classGroups.teacher_id, teacher_id), inArray(classGroups.id, ids)))
  return rows.map(({ id }) => id)
}

/** Names of classes, by id. */
export async function selectNames({ orm }: Connection, ids: string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const { id, class_name, academic_year } = classGroups
  const rows = await orm.select({ id, class_name, academic_year }).from(classGroups).where(inArray(id, ids))
  return new Map(rows.map(({ id: class_group_id, ...names }) => [class_group_id, names]))
}

/** Returns its id; null if the teacher already has a class of that name. */
export async function insertSampleClass(
  { orm }: Connection,
  row: typeof classGroups.$inferInsert,
): Promise<string | null> {
  const [inserted] = await orm
    .insert(classGroups)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: classGroups.id })
  return inserted?.id ?? null
}

export async function selectOptionalSampleClass(
  { orm }: Connection,
  teacher_id: string,
): Promise<string | null> {
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

/** Makes a sample class an ordinary one. */
export async function updateToOrdinary({ orm }: Connection, id: string): Promise<void> {
  await orm.update(classGroups).set({ is_sample: false }).where(eq(classGroups.id, id))
}

export interface Membership {
  class_group_id: string
  student_id: string
}

export async function selectIsMember(
  { orm }: Connection,
  { class_group_id, student_id }: Membership,
): Promise<boolean> {
  const rows = await orm
    .select({ id: classMemberships.student_id })
    .from(classMemberships)
    .where(
      and(eq(classMemberships.class_group_id, class_group_id), eq(classMemberships.student_id, student_id)),
    )
  return rows.length > 0
}

/** Adds students to classes; existing members stay. */
export async function insertMemberships(
  connection: Connection,
  memberships: Membership[],
  now: Date,
): Promise<void> {
  if (memberships.length === 0) return
  await connection.query(
    `insert into class_memberships (class_group_id, student_id, created_at)
     select class_group_id, student_id, $3::timestamptz from unnest($1::uuid[], $2::uuid[]) as membership (class_group_id, student_id)
     on conflict do nothing`,
    [
      memberships.map(({ class_group_id }) => class_group_id),
      memberships.map(({ student_id }) => student_id),
      now,
    ],
  )
}

/** Ends memberships, and remembers them for an hour. */
export async function deleteMemberships(
  connection: Connection,
  memberships: Membership[],
  now: Date,
): Promise<void> {
  await connection.query(
    `with ended as (delete from class_memberships
       where (class_group_id, student_id) in (select * from unnest($1::uuid[], $2::uuid[])) returning *)
     insert into ended_memberships (class_group_id, student_id, joined_at, ended_at) select class_group_id, student_id, created_at, $3::timestamptz from ended
     on conflict (student_id, class_group_id) do update set joined_at = excluded.joined_at, ended_at = excluded.ended_at`,
    [
      memberships.map(({ class_group_id }) => class_group_id),
      memberships.map(({ student_id }) => student_id),
      now,
    ],
  )
  await connection.query(
    "delete from ended_memberships where ended_at < $1::timestamptz - interval '1 hour'",
    [now],
  )
}

/** Brings a student back into the classes that they left after a moment. */
export async function restoreMemberships(
  connection: Connection,
  student_id: string,
  endedAfter: Date,
): Promise<void> {
  await connection.query(
    `with ended as (delete from ended_memberships where student_id = $1::uuid returning *)
     insert into class_memberships (class_group_id, student_id, created_at)
     select class_group_id, student_id, joined_at from ended where ended_at > $2::timestamptz on conflict do nothing`,
    [student_id, endedAfter],
  )
}
