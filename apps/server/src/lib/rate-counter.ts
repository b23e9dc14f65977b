import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

/** How often something may be done, and in how many seconds. */
export interface RateLimit {
  points: number
  duration: number
}

/** What runs its statements: a database, or a transaction. */
interface Connection {
  query(text: string, values?: unknown[]): Promise<unknown>
}

export interface RateCounter {
  /** Counts one use by this key: null if it is allowed, otherwise the seconds to wait. */
  count(key: string): Promise<number | null>
  /** Forgets what was counted for this key. */
  clear(key: string): Promise<void>
}

/** A counter in a table with the columns of rate-limiter-flexible, under `name`. */
export function rateCounter(
  connection: Connection,
  tableName: string,
  name: string,
  limit: RateLimit,
): RateCounter {
  const limiter = new RateLimiterPostgres({
    storeClient: {
      query: ({ text, values }: { text: string; values?: unknown[] }) => connection.query(text, values),
    },
    storeType: 'client',
    tableName,
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    ...limit,
  })
  return {
    async count(key) {
      try {
        await limiter.consume(key)
        return null
      } catch (caught) {
        if (!(caught instanceof RateLimiterRes)) throw caught
        return Math.max(1, Math.ceil(caught.msBeforeNext / 1_000))
      }
    },
    async clear(key) {
      await limiter.delete(key)
    },
  }
}
