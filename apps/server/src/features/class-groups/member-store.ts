import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Connection } from '../../database/database.ts'
import { classMemberships } from './tables.ts'

export interface Membership {
  class_group_id: string
  student_id: string
}

/** Ids of the students in each of the classes. A class without students has no entry. */
export async function selectMembers({ orm }: Connection, class_group_ids: string[]): Promise<Map<string, string[]>> {
  if (class_group_ids.length === 0) return new Map()
  const { class_group_id, student_id, created_at } = classMemberships
  // One row for each class: ten thousand single rows take the drivers ten times as long.
  const student_ids = sql<string>`string_agg(${student_id}::text, ',' order by ${created_at}, ${student_id})`
  const rows = await orm
    .select({ class_group_id, student_ids })
    .from(classMemberships)
    .where(inArray(class_group_id, class_group_ids))
    .groupBy(class_group_id)
  return new Map(rows.map((row) => [row.class_group_id, row.student_ids.split(',')]))
}

export async function selectIsMember({ orm }: Connection, { class_group_id, student_id }: Membership): Promise<boolean> {
  const rows = await orm
    .select({ id: classMemberships.student_id })
    .from(classMemberships)
    .where(and(eq(classMemberships.class_group_id, class_group_id), eq(classMemberships.student_id, student_id)))
  return rows.length > 0
}

/** Puts students into classes; who is in already stays. */
export async function insertMemberships(connection: Connection, memberships: Membership[], now: Date): Promise<void> {
  if (memberships.length === 0) return
  await connection.query(
    `insert into class_memberships (class_group_id, student_id, created_at)
     select class_group_id, student_id, $3::timestamptz from unnest($1::uuid[], $2::uuid[]) as given (class_group_id, student_id)
     on conflict do nothing`,
    [memberships.map(({ class_group_id }) => class_group_id), memberships.map(({ student_id }) => student_id), now],
  )
}

export async function deleteMembership({ orm }: Connection, { class_group_id, student_id }: Membership): Promise<void> {
  await orm
    .delete(classMemberships)
    .where(and(eq(classMemberships.class_group_id, class_group_id), eq(classMemberships.student_id, student_id)))
}
