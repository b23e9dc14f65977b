import { deliveryFailures, deliveryStates, webhookEvents, webhookStates } from '@penmark/contract'
import { and, asc, count, desc, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { type Connection, time } from '../../../services/database/database.ts'

/** Teachers' addresses that are notified of events. */
const webhookEndpoints = pgTable('webhook_endpoints', {
  id: uuid().primaryKey(),
  teacher_id: uuid().notNull(),
  url: text().notNull(),
  state: text({ enum: webhookStates }).notNull().default('on'),
  secret: text().notNull(),
  old_secret: text(),
  old_secret_until: time(),
  failing_since: time(),
  /** The language of the page that added it, used in emails about it. */
  language: text().notNull().default('en-GB'),
  created_at: time().notNull().defaultNow(),
})

/** Webhook messages, kept as a log. */
const webhookDeliveries = pgTable('webhook_deliveries', {
  id: uuid().primaryKey(),
  endpoint_id: uuid().notNull(),
  teacher_id: uuid().notNull(),
  event: text({ enum: webhookEvents }).notNull(),
  document_id: uuid(),
  student_id: uuid(),
  class_group_id: uuid(),
  case_id: uuid(),
  submission_id: uuid(),
  state: text({ enum: deliveryStates }).notNull().default('waiting'),
  attempts: integer().notNull().default(0),
  next_attempt_at: time(),
  held_until: time(),
  last_status: integer(),
  last_failure: text({ enum: deliveryFailures }),
  created_at: time().notNull().defaultNow(),
  finished_at: time(),
})

export type EndpointRow = typeof webhookEndpoints.$inferSelect
export type DeliveryRow = typeof webhookDeliveries.$inferSelect

const isOwn = (teacher_id: string, id: string) =>
  and(eq(webhookEndpoints.teacher_id, teacher_id), eq(webhookEndpoints.id, id))

export async function insertEndpoint(
  { orm }: Connection,
  row: typeof webhookEndpoints.$inferInsert,
): Promise<EndpointRow> {
  const [inserted] = await orm.insert(webhookEndpoints).values(row).returning()
  if (!inserted) throw new Error('A new webhook was not stored.')
  return inserted
}

export async function countEndpoints({ orm }: Connection, teacher_id: string): Promise<number> {
  const [row] = await orm
    .select({ endpoints: count() })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.teacher_id, teacher_id))
  return row?.endpoints ?? 0
}

export async function selectEndpoints({ orm }: Connection, teacher_id: string): Promise<EndpointRow[]> {
  return orm
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.teacher_id, teacher_id))
    .orderBy(asc(webhookEndpoints.created_at))
}

export async function selectOptionalEndpoint(
  { orm }: Connection,
  teacher_id: string,
  id: string,
): Promise<EndpointRow | null> {
  const [row] = await orm.select().from(webhookEndpoints).where(isOwn(teacher_id, id))
  return row ?? null
}

/** Null when it is gone. */
export async function updateEndpoint(
  { orm }: Connection,
  id: string,
  change: Partial<EndpointRow>,
): Promise<EndpointRow | null> {
  const [row] = await orm.update(webhookEndpoints).set(change).where(eq(webhookEndpoints.id, id)).returning()
  return row ?? null
}

export async function deleteEndpoint({ orm }: Connection, teacher_id: string, id: string): Promise<boolean> {
  return (
    (await orm.delete(webhookEndpoints).where(isOwn(teacher_id, id)).returning({ id: webhookEndpoints.id }))
      .length > 0
  )
}

export async function insertDelivery(
  { orm }: Connection,
  row: typeof webhookDeliveries.$inferInsert,
): Promise<DeliveryRow> {
  const [inserted] = await orm.insert(webhookDeliveries).values(row).returning()
  if (!inserted) throw new Error('A new delivery was not stored.')
  return inserted
}

/** How many test events were sent to an endpoint since then. */
export async function countTests({ orm }: Connection, endpoint_id: string, since: Date): Promise<number> {
  const isTest = and(eq(webhookDeliveries.endpoint_id, endpoint_id), eq(webhookDeliveries.event, 'test'))
  const [row] = await orm
    .select({ tests: count() })
    .from(webhookDeliveries)
    .where(and(isTest, gt(webhookDeliveries.created_at, since)))
  return row?.tests ?? 0
}

/** Enabled addresses of these teachers. */
export async function selectActiveEndpoints(
  { orm }: Connection,
  teacher_ids: string[],
): Promise<Pick<EndpointRow, 'id' | 'teacher_id'>[]> {
  return orm
    .select({ id: webhookEndpoints.id, teacher_id: webhookEndpoints.teacher_id })
    .from(webhookEndpoints)
    .where(and(inArray(webhookEndpoints.teacher_id, teacher_ids), eq(webhookEndpoints.state, 'on')))
    .orderBy(asc(webhookEndpoints.created_at))
}

export async function insertDeliveries(
  { orm }: Connection,
  rows: (typeof webhookDeliveries.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await orm.insert(webhookDeliveries).values(rows)
}

export async function selectDeliveries(
  { orm }: Connection,
  endpoint_id: string,
  limit: number,
): Promise<DeliveryRow[]> {
  return orm
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.endpoint_id, endpoint_id))
    .orderBy(desc(webhookDeliveries.created_at))
    .limit(limit)
}

/**
 * Locks one due delivery of the teacher, unless enough are in progress, and counts the attempt. Nobody else
 * gets it until `held_until`. Each address has one in progress, and those that keep failing come last: an
 * address that hangs must not delay the others.
 */
export async function claimDelivery(
  { orm }: Connection,
  teacher_id: string,
  { maximumInProgress, held_until, now }: { maximumInProgress: number; held_until: Date; now: Date },
): Promise<DeliveryRow | null> {
  const at = sql`${now.toISOString()}::timestamptz`
  const inProgress = sql`select endpoint_id from webhook_deliveries where teacher_id = ${teacher_id} and state = 'waiting' and held_until > ${at}`
  const isFailing = sql`exists (
    select 1 from webhook_endpoints where webhook_endpoints.id = webhook_deliveries.endpoint_id and failing_since is not null)`
  const next = sql`(
    select id from webhook_deliveries where ${isDue(teacher_id, now)}
      and ${maximumInProgress} > (select count(*) from (${inProgress}) as in_progress) and endpoint_id not in (${inProgress})
    order by ${isFailing}, next_attempt_at limit 1 for update skip locked)`
  const [row] = await orm
    .update(webhookDeliveries)
    .set({ held_until, attempts: sql`${webhookDeliveries.attempts} + 1` })
    .where(eq(webhookDeliveries.id, next))
    .returning()
  return row ?? null
}

const isReady = (now: Date) =>
  and(
    eq(webhookDeliveries.state, 'waiting'),
    lte(webhookDeliveries.next_attempt_at, now),
    or(isNull(webhookDeliveries.held_until), lte(webhookDeliveries.held_until, now)),
  )
const isDue = (teacher_id: string, now: Date) =>
  and(eq(webhookDeliveries.teacher_id, teacher_id), isReady(now))

export async function selectIsDue({ orm }: Connection, teacher_id: string, now: Date): Promise<boolean> {
  const rows = await orm
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(isDue(teacher_id, now))
    .limit(1)
  return rows.length > 0
}

export async function selectDueTeachers({ orm }: Connection, now: Date): Promise<string[]> {
  const rows = await orm
    .selectDistinct({ teacher_id: webhookDeliveries.teacher_id })
    .from(webhookDeliveries)
    .where(isReady(now))
  return rows.map(({ teacher_id }) => teacher_id)
}

export async function selectOptionalEndpointOf(
  { orm }: Connection,
  { endpoint_id }: DeliveryRow,
): Promise<EndpointRow | null> {
  const [row] = await orm.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, endpoint_id))
  return row ?? null
}

export async function selectOptionalEndpointForUpdate(
  { orm }: Connection,
  { endpoint_id }: Pick<DeliveryRow, 'endpoint_id'>,
): Promise<EndpointRow | null> {
  const [row] = await orm
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, endpoint_id))
    .for('update')
  return row ?? null
}

/** Changes nothing if it was given up meanwhile. */
export async function updateDelivery(
  { orm }: Connection,
  id: string,
  change: Partial<DeliveryRow>,
): Promise<void> {
  await orm
    .update(webhookDeliveries)
    .set({ ...change, held_until: null })
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.state, 'waiting')))
}

/** Gives up every delivery still waiting for an endpoint. */
export async function updateWaitingToFailed(
  { orm }: Connection,
  endpoint_id: string,
  now: Date,
): Promise<void> {
  await orm
    .update(webhookDeliveries)
    .set({ state: 'failed', next_attempt_at: null, held_until: null, finished_at: now })
    .where(and(eq(webhookDeliveries.endpoint_id, endpoint_id), eq(webhookDeliveries.state, 'waiting')))
}

export async function deleteOldDeliveries({ orm }: Connection, before: Date): Promise<void> {
  await orm.delete(webhookDeliveries).where(lt(webhookDeliveries.finished_at, before))
}
