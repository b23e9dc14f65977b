import { createHmac } from 'node:crypto'
import { apiKeyLimits } from '@penmark/contract'
import { lt } from 'drizzle-orm'
import { bigint, integer, pgTable, varchar } from 'drizzle-orm/pg-core'
import { daySeconds, hourSeconds, minuteSeconds } from '../lib/durations.ts'
import { type RateCounter, rateCounter } from '../lib/rate-counter.ts'
import { problem } from '../locale/problems/problem.ts'
import type { Database } from '../services/database/database.ts'
import { sharedSecret } from '../services/shared-secrets/shared-secrets.ts'

/**
 * How often something may be done, and in how many seconds: mostly by one network. A whole school shares one
 * address, so these limits are wide. The names are stored in the database.
 */
export const rateLimits = {
  // The steps of the human check: asking for a sum, asking for work for the browser, and sending the result
  // of the work or of reCAPTCHA.
  sum: { points: 120, duration: 10 * minuteSeconds },
  work: { points: 120, duration: 10 * minuteSeconds },
  proof: { points: 120, duration: 10 * minuteSeconds },
  support: { points: 10, duration: hourSeconds },
  supportEmail: { points: 5, duration: hourSeconds },
  demo: { points: 50, duration: daySeconds },
  studentPage: { points: 600, duration: 10 * minuteSeconds },
  /** Wrong links and PINs of one network. */
  writingRoom: { points: 600, duration: 10 * minuteSeconds },
  /** PINs entered at one link. */
  writingPin: { points: 20, duration: hourSeconds },
  apiKey: { points: apiKeyLimits.callsPerMinute, duration: minuteSeconds },
} as const

type LimitedAction = keyof typeof rateLimits

/**
 * Counts one use of an action by a network, or by whatever `client` names: an API key, an email, a student's
 * link. Throws `busy` with the time to wait when there were too many. Only a keyed hash of `client` is
 * stored.
 */
export type LimitRate = (action: LimitedAction, client: string) => Promise<void>

/** `demoPerDay` is the operator's limit of demo detections per network and day. */
export function createRateLimiter(
  database: Database,
  demoPerDay: number = rateLimits.demo.points,
): LimitRate {
  const secret = sharedSecret(database, 'visits')
  const limits = { ...rateLimits, demo: { ...rateLimits.demo, points: demoPerDay } }
  const counters = new Map<LimitedAction, RateCounter>()
  return async (action, client) => {
    const counter = counters.get(action) ?? rateCounter(database, 'visitor_count', action, limits[action])
    counters.set(action, counter)
    const key = createHmac('sha256', await secret())
      .update(client)
      .digest('base64url')
    const retryAfterSeconds = await counter.count(key)
    if (retryAfterSeconds !== null) throw problem('busy', 'network_too_fast', {}, { retryAfterSeconds })
  }
}

/**
 * Counters of rate-limiter-flexible, which fixes these three columns. `expire` is in milliseconds since 1970.
 * Unlogged: a crash empties the table.
 */
const visitorCount = pgTable('visitor_count', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})

/** Deletes expired counters. */
export async function sweepRateLimits({ orm }: Database, now = new Date()): Promise<void> {
  await orm.delete(visitorCount).where(lt(visitorCount.expire, now.getTime()))
}
