import { z } from 'zod'
import type { Connection } from '../../../database/database.ts'

/** The fake Stripe's records. Times are in seconds, as in Stripe. */
const Customer = z.object({ id: z.string(), email: z.string().nullable(), metadata: z.record(z.string(), z.string()) })

const Session = z.object({
  id: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  customer: z.string(),
  price: z.string(),
  metadata: z.record(z.string(), z.string()),
  subscription: z.string().nullable(),
  success_url: z.string(),
  cancel_url: z.string(),
  locale: z.string(),
  created: z.int(),
})

const Subscription = z.object({
  id: z.string(),
  customer: z.string(),
  price: z.string(),
  status: z.enum(['active', 'past_due', 'canceled']),
  cancel_at_period_end: z.boolean(),
  metadata: z.record(z.string(), z.string()),
  /** The start of the first period, from which all periods are counted. */
  start_date: z.int(),
  /** Number of periods started, including the first. */
  periods: z.int(),
  current_period_start: z.int(),
  current_period_end: z.int(),
  /** Whether the card on file pays. */
  card_works: z.boolean(),
})

const Portal = z.object({ id: z.string(), customer: z.string(), return_url: z.string(), locale: z.string(), created: z.int() })

/** An event until it is delivered; `payload` is exactly what is signed. */
const Event = z.object({ id: z.string(), payload: z.string(), number: z.int() })

const Secret = z.object({ id: z.literal('webhook'), value: z.string() })

const recordKinds = {
  customer: Customer,
  session: Session,
  subscription: Subscription,
  portal: Portal,
  event: Event,
  secret: Secret,
}
type RecordKind = keyof typeof recordKinds
export type RecordOf<K extends RecordKind> = z.output<(typeof recordKinds)[K]>

export async function selectOptionalRecord<K extends RecordKind>(connection: Connection, kind: K, id: string): Promise<RecordOf<K> | null> {
  const { rows } = await connection.query('select body from payment_stand_in where kind = $1 and id = $2', [kind, id])
  return rows[0] ? (recordKinds[kind].parse(rows[0].body) as RecordOf<K>) : null
}

/** Reads and locks the record until the transaction ends. */
export async function selectOptionalRecordForUpdate<K extends RecordKind>(
  connection: Connection,
  kind: K,
  id: string,
): Promise<RecordOf<K> | null> {
  const { rows } = await connection.query('select body from payment_stand_in where kind = $1 and id = $2 for update', [kind, id])
  return rows[0] ? (recordKinds[kind].parse(rows[0].body) as RecordOf<K>) : null
}

/** Every record of a kind, oldest first; optionally of one customer. */
export async function selectRecords<K extends RecordKind>(connection: Connection, kind: K, customer?: string): Promise<RecordOf<K>[]> {
  const { rows } = await connection.query(
    `select body from payment_stand_in where kind = $1 and ($2::text is null or body ->> 'customer' = $2) order by created_at, id`,
    [kind, customer ?? null],
  )
  return rows.map(({ body }) => recordKinds[kind].parse(body) as RecordOf<K>)
}

export async function upsertRecord<K extends RecordKind>(connection: Connection, kind: K, record: RecordOf<K>): Promise<void> {
  await connection.query(
    `insert into payment_stand_in (kind, id, body) values ($1, $2, $3::jsonb)
     on conflict (kind, id) do update set body = excluded.body`,
    [kind, record.id, JSON.stringify(record)],
  )
}

export async function insertRecordOnce<K extends RecordKind>(connection: Connection, kind: K, record: RecordOf<K>): Promise<void> {
  await connection.query('insert into payment_stand_in (kind, id, body) values ($1, $2, $3::jsonb) on conflict do nothing', [
    kind,
    record.id,
    JSON.stringify(record),
  ])
}

export async function deleteRecord(connection: Connection, kind: RecordKind, id: string): Promise<void> {
  await connection.query('delete from payment_stand_in where kind = $1 and id = $2', [kind, id])
}
