import { planIds } from '@penmark/contract'
import { and, asc, desc, eq, inArray, lt, ne, notInArray, sql } from 'drizzle-orm'
import { bigint, boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { type Connection, time } from '../../services/database/database.ts'
import { type PaymentProvider, paymentProviders } from '../../services/payment/payment.ts'

const provider = () => text({ enum: paymentProviders }).notNull()

const paymentCustomers = pgTable(
  'payment_customers',
  {
    provider: provider(),
    customer_id: text().notNull(),
    teacher_id: uuid().notNull(),
    created_at: time().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.customer_id] })],
)

const subscriptions = pgTable('subscriptions', {
  id: text().primaryKey(),
  provider: provider(),
  teacher_id: uuid().notNull(),
  /** The plan it pays for; FREE for a price that is not ours. */
  plan: text({ enum: planIds }).notNull(),
  /** The provider's status, or `void` for a provider that is no longer used. */
  status: text().notNull(),
  cancel_at_period_end: boolean().notNull(),
  current_period_end: time().notNull(),
  started_at: time().notNull(),
  past_due_since: time(),
  reading: bigint({ mode: 'number' }).notNull(),
  updated_at: time().notNull().defaultNow(),
})

const paymentEvents = pgTable(
  'payment_events',
  {
    provider: provider(),
    id: text().notNull(),
    type: text().notNull(),
    received_at: time().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.id] })],
)

export type SubscriptionRow = typeof subscriptions.$inferSelect
type NewSubscription = Omit<SubscriptionRow, 'past_due_since'>

const ended = ['canceled', 'incomplete_expired', 'void']

export async function selectSubscriptions(
  { orm }: Connection,
  teacher_id: string,
): Promise<SubscriptionRow[]> {
  return orm
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.teacher_id, teacher_id))
    .orderBy(asc(subscriptions.started_at))
}

export async function selectOptionalSubscription(
  { orm }: Connection,
  id: string,
): Promise<SubscriptionRow | null> {
  const [row] = await orm.select().from(subscriptions).where(eq(subscriptions.id, id))
  return row ?? null
}

/** A number for a read of the provider's state, higher than all before. */
export async function nextReading(connection: Connection): Promise<number> {
  const { rows } = await connection.query("select nextval('subscription_readings')::int as reading")
  return Number(rows[0]?.reading)
}

/**
 * Stores the result of a read unless a later read was stored before. The first `past_due` sets its time, any
 * other status clears it.
 */
export async function upsertSubscription({ orm }: Connection, row: NewSubscription): Promise<void> {
  const { id, provider: _provider, teacher_id: _teacher, ...changing } = row
  const past_due_since = row.status === 'past_due' ? row.updated_at : null
  await orm
    .insert(subscriptions)
    .values({ ...row, past_due_since })
    .onConflictDoUpdate({
      target: subscriptions.id,
      set: {
        ...changing,
        past_due_since:
          past_due_since &&
          sql`coalesce(${subscriptions.past_due_since}, ${past_due_since.toISOString()}::timestamptz)`,
      },
      setWhere: lt(subscriptions.reading, row.reading),
    })
}

export async function updateCanceled(
  { orm }: Connection,
  id: string,
  reading: number,
  now: Date,
): Promise<void> {
  await orm
    .update(subscriptions)
    .set({ status: 'canceled', past_due_since: null, reading, updated_at: now })
    .where(and(eq(subscriptions.id, id), lt(subscriptions.reading, reading)))
}

/** Ends subscriptions of other providers. Returns their owners. */
export async function updateOtherProviders(
  { orm }: Connection,
  provider: PaymentProvider,
  now: Date,
): Promise<string[]> {
  const rows = await orm
    .update(subscriptions)
    .set({ status: 'void', past_due_since: null, updated_at: now })
    .where(and(ne(subscriptions.provider, provider), notInArray(subscriptions.status, ended)))
    .returning({ teacher_id: subscriptions.teacher_id })
  return rows.map(({ teacher_id }) => teacher_id)
}

/** Teachers with several subscriptions of this provider that may charge money. */
export async function selectTeachersWithSeveral(
  connection: Connection,
  provider: PaymentProvider,
): Promise<string[]> {
  const { rows } = await connection.query(
    `select teacher_id from subscriptions where provider = $1 and plan = 'PRO' and status in ('active', 'trialing', 'past_due', 'unpaid', 'paused')
     group by teacher_id having count(*) > 1`,
    [provider],
  )
  return rows.map(({ teacher_id }) => String(teacher_id))
}

/** Teachers whose payment has been missing since before this moment. */
export async function selectLateTeachers({ orm }: Connection, before: Date): Promise<string[]> {
  const rows = await orm
    .selectDistinct({ teacher_id: subscriptions.teacher_id })
    .from(subscriptions)
    .where(and(eq(subscriptions.status, 'past_due'), lt(subscriptions.past_due_since, before)))
  return rows.map(({ teacher_id }) => teacher_id)
}

/** Subscriptions whose period has ended without an event. */
export async function selectOverdueIds(
  { orm }: Connection,
  provider: PaymentProvider,
  before: Date,
): Promise<string[]> {
  const rows = await orm
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.provider, provider),
        inArray(subscriptions.status, ['active', 'trialing']),
        lt(subscriptions.current_period_end, before),
      ),
    )
  return rows.map(({ id }) => id)
}

export async function selectOptionalCustomer(
  { orm }: Connection,
  provider: PaymentProvider,
  teacher_id: string,
): Promise<string | null> {
  const [row] = await orm
    .select({ customer_id: paymentCustomers.customer_id })
    .from(paymentCustomers)
    .where(and(eq(paymentCustomers.provider, provider), eq(paymentCustomers.teacher_id, teacher_id)))
  return row?.customer_id ?? null
}

export async function selectOptionalCustomerTeacher(
  { orm }: Connection,
  provider: PaymentProvider,
  customer_id: string,
): Promise<string | null> {
  const [row] = await orm
    .select({ teacher_id: paymentCustomers.teacher_id })
    .from(paymentCustomers)
    .where(and(eq(paymentCustomers.provider, provider), eq(paymentCustomers.customer_id, customer_id)))
  return row?.teacher_id ?? null
}

/** Does nothing when the teacher already has one. */
export async function insertCustomer(
  { orm }: Connection,
  customer: typeof paymentCustomers.$inferInsert,
): Promise<void> {
  await orm.insert(paymentCustomers).values(customer).onConflictDoNothing()
}

/** Deletes a customer that the provider no longer knows. */
export async function deleteCustomer(
  { orm }: Connection,
  provider: PaymentProvider,
  customer_id: string,
): Promise<void> {
  await orm
    .delete(paymentCustomers)
    .where(and(eq(paymentCustomers.provider, provider), eq(paymentCustomers.customer_id, customer_id)))
}

export async function selectIsEventKnown(
  { orm }: Connection,
  provider: PaymentProvider,
  id: string,
): Promise<boolean> {
  const rows = await orm
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.provider, provider), eq(paymentEvents.id, id)))
  return rows.length > 0
}

/** False when the event was already handled. */
export async function insertEvent(
  { orm }: Connection,
  event: Pick<typeof paymentEvents.$inferInsert, 'provider' | 'id' | 'type'>,
) {
  const rows = await orm
    .insert(paymentEvents)
    .values(event)
    .onConflictDoNothing()
    .returning({ id: paymentEvents.id })
  return rows.length > 0
}

export async function selectPaymentEvents(
  { orm }: Connection,
  { offset, limit }: { offset: number; limit: number },
) {
  return orm
    .select()
    .from(paymentEvents)
    .orderBy(desc(paymentEvents.received_at), desc(paymentEvents.id))
    .offset(offset)
    .limit(limit)
}

/** The latest customer and the status of the latest subscription of each teacher who has any. */
export async function selectPaymentStatuses(connection: Connection, teacher_ids: string[]) {
  const { rows } = await connection.query(
    `select t.id, c.customer_id, s.status as subscription_status
     from unnest($1::uuid[]) as t (id)
     left join lateral (select customer_id from payment_customers where teacher_id = t.id order by created_at desc limit 1) c on true
     left join lateral (select status from subscriptions where teacher_id = t.id order by started_at desc limit 1) s on true`,
    [teacher_ids],
  )
  const standings = rows as { id: string; customer_id: string | null; subscription_status: string | null }[]
  return new Map(standings.map(({ id, ...standing }) => [id, standing]))
}

export async function selectIsBilled(connection: Connection, teacher_id: string): Promise<boolean> {
  const { rows } = await connection.query(
    `select 1 from subscriptions
     where teacher_id = $1 and status in ('active', 'trialing', 'past_due', 'unpaid', 'paused') and not cancel_at_period_end limit 1`,
    [teacher_id],
  )
  return rows.length > 0
}
