import { bigint, integer, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core'

/** Counters of rate-limiter-flexible, which fixes these three columns. `expire` is in milliseconds since 1970. */
export const visitorCount = pgTable('visitor_count', {
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
