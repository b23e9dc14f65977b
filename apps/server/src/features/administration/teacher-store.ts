import { eq, inArray, sql } from 'drizzle-orm'
import type { Connection } from '../../database/database.ts'
import { students } from '../students/tables.ts'
import { paymentCustomers, subscriptions } from '../subscriptions/tables.ts'
import { teachers } from '../teachers/tables.ts'

/** The payment provider's ids of a teacher: the latest customer and the latest subscription. */
const customer_id = sql<string | null>`(select customer_id from ${paymentCustomers} where ${paymentCustomers.teacher_id} = "teachers"."id"
  order by created_at desc limit 1)`
const subscription_status = sql<string | null>`(select status from ${subscriptions} where ${subscriptions.teacher_id} = "teachers"."id"
  order by started_at desc limit 1)`

export async function selectTeacherRows({ orm }: Connection, ids: string[]) {
  if (ids.length === 0) return []
  return orm.select({ row: teachers, customer_id, subscription_status }).from(teachers).where(inArray(teachers.id, ids))
}

/** The owner of a student; null when there is no such student. */
export async function selectOptionalOwner({ orm }: Connection, student_id: string): Promise<string | null> {
  const [row] = await orm.select({ teacher_id: students.teacher_id }).from(students).where(eq(students.id, student_id))
  return row?.teacher_id ?? null
}
