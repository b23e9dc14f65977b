import { and, eq } from 'drizzle-orm'
import type { Connection } from '../../database/database.ts'
import { classMemberships } from './tables.ts'

export interface Membership {
  class_group_id: string
  student_id: string
}

export async function selectIsMember({ orm }: Connection, { class_group_id, student_id }: Membership): Promise<boolean> {
  const rows = await orm
    .select({ id: classMemberships.student_id })
    .from(classMemberships)
    .where(and(eq(classMemberships.class_group_id, class_group_id), eq(classMemberships.student_id, student_id)))
  return rows.length > 0
}

/** Adds students to classes; existing members stay. */
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
