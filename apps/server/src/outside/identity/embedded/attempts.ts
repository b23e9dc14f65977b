import { lt } from 'drizzle-orm'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../../../database/database.ts'
import { identityAttempt } from '../tables.ts'

/** `busy` until so many seconds have passed. */
export type Verdict = { allowed: true } | { allowed: false; retryAfterSeconds: number }

export interface Attempts {
  /** Counts one try to sign in, by address and by e-mail. */
  signIn(address: string, email: string): Promise<Verdict>
  /** Forgets the failures of an e-mail after a good sign-in. */
  signedIn(email: string): Promise<void>
  /** Counts one try to register, by address and by e-mail. */
  register(address: string, email: string): Promise<Verdict>
}

const minute = 60

/** Tries allowed in a span of seconds. A staffroom shares one address, so that allowance is wide; an e-mail is one person's. */
export const attemptLimits = {
  signInByAddress: { points: 100, duration: 15 * minute },
  signInByEmail: { points: 10, duration: 15 * minute },
  registerByAddress: { points: 50, duration: 60 * minute },
  registerByEmail: { points: 10, duration: 60 * minute },
} as const

export type AttemptLimits = { [Name in keyof typeof attemptLimits]: { points: number; duration: number } }

export function createAttempts(database: Database, limits: AttemptLimits = attemptLimits): Attempts {
  const storeClient = { query: ({ text, values }: { text: string; values?: unknown[] }) => database.query(text, values) }
  const limiter = (keyPrefix: string, { points, duration }: { points: number; duration: number }) =>
    new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      tableName: 'identity_attempt',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration,
    })
  const signInByAddress = limiter('sign-in-address', limits.signInByAddress)
  const signInByEmail = limiter('sign-in-email', limits.signInByEmail)
  const registerByAddress = limiter('register-address', limits.registerByAddress)
  const registerByEmail = limiter('register-email', limits.registerByEmail)

  const consume = async (tries: [RateLimiterPostgres, string][]): Promise<Verdict> => {
    try {
      for (const [counter, key] of tries) await counter.consume(key.slice(0, 200))
      return { allowed: true }
    } catch (caught) {
      if (!(caught instanceof RateLimiterRes)) throw caught
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(caught.msBeforeNext / 1_000)) }
    }
  }

  return {
    signIn: (address, email) =>
      consume([
        [signInByAddress, address],
        [signInByEmail, email],
      ]),
    signedIn: async (email) => {
      await signInByEmail.delete(email.slice(0, 200))
    },
    register: (address, email) =>
      consume([
        [registerByAddress, address],
        [registerByEmail, email],
      ]),
  }
}

/** Deletes counters that no longer count. */
export async function sweepAttempts(database: Database, now: Date): Promise<void> {
  await database.orm.delete(identityAttempt).where(lt(identityAttempt.expire, now.getTime()))
}
