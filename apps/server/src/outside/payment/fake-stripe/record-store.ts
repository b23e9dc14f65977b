import type { Connection } from '../../../database/database.ts'
import { type RecordKind, type RecordOf, recordKinds } from './records.ts'

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
