import { eq, lt } from 'drizzle-orm'
import { bigint, integer, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Connection } from '../../database/database.ts'

/** Counters of rate-limiter-flexible, which fixes these three columns. `expire` is in milliseconds since 1970. Unlogged: a crash empties the table. */
const visitorCount = pgTable('visitor_count', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})

/** Secrets that every process on this database shares. */
export const visitorSecret = pgTable('visitor_secret', {
  name: text().primaryKey(),
  value: text().notNull(),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
})

/** Stores `made` under the name unless another process was first, and returns the stored value. */
export async function storeSecret(connection: Connection, name: string, newSecret: string): Promise<string> {
  await connection.orm.insert(visitorSecret).values({ name, value: newSecret }).onConflictDoNothing()
  const [row] = await connection.orm.select({ value: visitorSecret.value }).from(visitorSecret).where(eq(visitorSecret.name, name))
  if (!row) throw new Error(`The secret ${name} was not kept`)
  return row.value
}

export function counterOf(connection: Connection, name: string, limit: { points: number; duration: number }): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: { query: ({ text, values }: { text: string; values?: unknown[] }) => connection.query(text, values) },
    storeType: 'client',
    tableName: 'visitor_count',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    ...limit,
  })
}

export async function deleteOldCounts(connection: Connection, now: Date): Promise<void> {
  await connection.orm.delete(visitorCount).where(lt(visitorCount.expire, now.getTime()))
}
