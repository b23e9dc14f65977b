import { createHmac } from 'node:crypto'
import { Problem } from '@penmark/contract'
import { RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../../database/database.ts'
import { type Visit, visitLimits } from './rules.ts'
import { secretOf } from './secret.ts'
import { counterOf, deleteOldCounts } from './store.ts'

/**
 * Counts one visit of a network, or of any other name for who comes. Throws `busy` with the time to wait when there were too many.
 * The name itself is not kept, only a keyed hash of it.
 */
export type CountVisit = (visit: Visit, visitor: string) => Promise<void>

/** `demoPerDay` is the operator's number of demo detections for one network and day. */
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

/** Forgets counters that no longer count. */
export function sweepVisits(database: Database, now = new Date()): Promise<void> {
  return deleteOldCounts(database, now)
}
