import { flaggedScore, flaggedWithinDays } from '@penmark/contract'
import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { dayMs } from '../../../lib/durations.ts'
import { documents } from './tables.ts'

const isNotSample = eq(documents.is_sample, false)

// Must match the index literally, or the planner does not use it.
const isFlagged = sql`${documents.status} = 'COMPLETED' and ${documents.score} >= ${sql.raw(String(flaggedScore))}`

/** The beginning of the days in which flagged documents count as recent. */
export const flaggedFrom = (now: Date) => new Date(now.getTime() - flaggedWithinDays * dayMs).toISOString()

/**
 * Completed since then with a flagged score. The dashboard counts these documents and links to a list of
 * them.
 */
export const isFlaggedSince = (from: string | Placeholder): SQL | undefined =>
  and(isFlagged, isNotSample, sql`${documents.completed_at} >= ${from}`)
