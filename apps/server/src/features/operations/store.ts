import type { StorageUse } from '@penmark/contract'
import { sql } from 'drizzle-orm'
import type { Connection } from '../../database/database.ts'
import { mails } from '../../outside/mail/tables.ts'

export async function selectMailCounts({ orm }: Connection): Promise<{ mails_waiting: number; mails_failed: number }> {
  const [row] = await orm
    .select({
      mails_waiting: sql<number>`(count(*) filter (where ${mails.sent_at} is null and ${mails.failed_at} is null))::float8`,
      mails_failed: sql<number>`(count(*) filter (where ${mails.failed_at} is not null))::float8`,
    })
    .from(mails)
  return row ?? { mails_waiting: 0, mails_failed: 0 }
}

const largestTables = 8

export async function selectDatabaseUse(connection: Connection): Promise<Pick<StorageUse['database'], 'bytes' | 'tables'>> {
  const whole = await connection.query('select pg_database_size(current_database())::float8 as bytes')
  const { rows } = await connection.query(
    // The queue's tables, some of them partitions, count as one.
    `select case n.nspname when 'queue' then 'queue' else c.relname end as name, sum(pg_total_relation_size(c.oid))::float8 as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'queue')
     where c.relkind = 'r' group by 1 order by 2 desc, 1 limit ${largestTables}`,
  )
  return {
    bytes: Number(whole.rows[0]?.bytes),
    tables: rows.map(({ name, bytes }) => ({ name: String(name), bytes: Number(bytes) })),
  }
}

/** Stored files of documents and exports, according to their rows. */
export async function selectFileUse(connection: Connection, table: 'documents' | 'exports'): Promise<StorageUse['files']> {
  const { rows } = await connection.query(
    `select count(*)::float8 as count, coalesce(sum(size_bytes), 0)::float8 as bytes from ${table} where blob_key is not null`,
  )
  return { count: Number(rows[0]?.count), bytes: Number(rows[0]?.bytes) }
}
