import { createHmac, randomBytes } from 'node:crypto'
import { apiKeyLimits, Problem } from '@penmark/contract'
import { eq, lt } from 'drizzle-orm'
import { bigint, integer, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Connection, Database } from '../../database/database.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** How often one network may do something, and in how many seconds. A whole school shares one address, so the limits are wide. */
export const visitLimits = {
  sum: { points: 120, duration: 10 * minute },
  work: { points: 120, duration: 10 * minute },
  proof: { points: 120, duration: 10 * minute },
  support: { points: 10, duration: hour },
  supportEmail: { points: 5, duration: hour },
  demo: { points: 50, duration: day },
  studentPage: { points: 600, duration: 10 * minute },
  /** Wrong links and PINs of one network. */
  writingRoom: { points: 600, duration: 10 * minute },
  /** PINs entered at one link. */
  writingPin: { points: 20, duration: hour },
  apiKey: { points: apiKeyLimits.callsPerMinute, duration: minute },
} as const

type Visit = keyof typeof visitLimits

/**
 * Counts one visit of a network, or of another visitor name. Throws `busy` with the time to wait when there were too many. Only a keyed
 * hash of the name is stored.
 */
export type CountVisit = (visit: Visit, visitor: string) => Promise<void>

/** `demoPerDay` is the operator's limit of demo detections per network and day. */
export function createVisitCounts(database: Database, demoPerDay: number = visitLimits.demo.points): CountVisit {
  const secret = secretOf(database, 'visits')
  const limits = { ...visitLimits, demo: { ...visitLimits.demo, points: demoPerDay } }
  const counters = new Map<Visit, ReturnType<typeof counterOf>>()
  return async (visit, visitor) => {
    const counter = counters.get(visit) ?? counterOf(database, visit, limits[visit])
    counters.set(visit, counter)
    const key = createHmac('sha256', await secret())
      .update(visitor)
      .digest('base64url')
    try {
      await counter.consume(key)
    } catch (caught) {
      if (!(caught instanceof RateLimiterRes)) throw caught
      const retryAfterSeconds = Math.max(1, Math.ceil(caught.msBeforeNext / 1_000))
      throw new Problem('busy', 'Too many requests came from your network. Please try again later.', { retryAfterSeconds })
    }
  }
}

/** Deletes expired counters. */
export function sweepVisits(database: Database, now = new Date()): Promise<void> {
  return deleteOldCounts(database, now)
}

/** A 256-bit secret that all processes on this database share, created at first use and then cached. */
export function secretOf(database: Database, name: string): () => Promise<string> {
  let known: Promise<string> | null = null
  return () => {
    known ??= storeSecret(database, name, randomBytes(32).toString('base64url')).catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }
}

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

/** Stores the new secret under the name unless another process was first, and returns the stored one. */
async function storeSecret(connection: Connection, name: string, newSecret: string): Promise<string> {
  await connection.orm.insert(visitorSecret).values({ name, value: newSecret }).onConflictDoNothing()
  const [row] = await connection.orm.select({ value: visitorSecret.value }).from(visitorSecret).where(eq(visitorSecret.name, name))
  if (!row) throw new Error(`The secret ${name} was not stored.`)
  return row.value
}

function counterOf(connection: Connection, name: string, limit: { points: number; duration: number }): RateLimiterPostgres {
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

async function deleteOldCounts(connection: Connection, now: Date): Promise<void> {
  await connection.orm.delete(visitorCount).where(lt(visitorCount.expire, now.getTime()))
}
