import { lt } from 'drizzle-orm'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '../../../client-address.ts'
import type { Connection, Database } from '../../../database/database.ts'
import { identityAttempt } from '../tables.ts'

/** `busy` until so many seconds have passed. */
export type Verdict = { allowed: true } | { allowed: false; retryAfterSeconds: number }

/** Where a try comes from. `device` names a browser in which this e-mail was signed in before; null for any other. */
export interface Origin {
  address: string
  email: string
  device: string | null
}

export interface CodeGuess {
  accountId: string
  device: string | null
}

export interface Attempts {
  /** Counts one try to sign in. A known device has an allowance of its own, which nobody else can use up. */
  signIn(origin: Origin): Promise<Verdict>
  /** Forgets the failures from this place after a good sign-in; what others tried stays counted. */
  signedIn(origin: Origin): Promise<void>
  /** Counts one try to register, by address and by e-mail. */
  register(address: string, email: string): Promise<Verdict>
  /** Counts one request for a reset, by address and by address and e-mail together. */
  askReset(address: string, email: string): Promise<Verdict>
  /** Counts one mail to reset a password, in the transaction that writes it. The person asking never hears of this one. */
  mailReset(email: string, connection: Connection): Promise<Verdict>
  /** Counts one mail about a registration, in the transaction that writes it. The person registering never hears of this one. */
  mailRegistration(email: string, connection: Connection): Promise<Verdict>
  /** Counts one mail to confirm an address. */
  mailVerification(accountId: string): Promise<Verdict>
  /** Counts one mail to an address that somebody wants for their account. */
  mailChange(accountId: string): Promise<Verdict>
  /** Counts one current password typed by somebody who is signed in. */
  changePassword(accountId: string): Promise<Verdict>
  /** Counts one code of the second step, typed by somebody who knew the password. `device` is one in which this account gave a code before. */
  twoFactor(guess: CodeGuess): Promise<Verdict>
  /** Forgets the failures from this place after a good code; what was tried in a day stays counted. */
  passedTwoFactor(guess: CodeGuess): Promise<void>
  /** Counts one mail that somebody guesses codes. */
  mailGuesses(accountId: string): Promise<Verdict>
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Tries allowed in a span of seconds. A staffroom shares one address, so that allowance is wide; a browser is one person's. */
export const attemptLimits = {
  signInByAddress: { points: 100, duration: 15 * minute },
  signInByAddressAndEmail: { points: 10, duration: 15 * minute },
  signInByKnownDevice: { points: 10, duration: 15 * minute },
  /** From all unknown places together: many addresses guessing one password. */
  signInByEmail: { points: 50, duration: hour },
  registerByAddress: { points: 50, duration: hour },
  registerByEmail: { points: 10, duration: hour },
  askResetByAddress: { points: 50, duration: hour },
  askResetByAddressAndEmail: { points: 5, duration: hour },
  /** As long as a link lives, so that whoever gets no further mail still holds one that works. */
  mailResetByEmail: { points: 4, duration: 30 * minute },
  mailRegistrationByEmail: { points: 4, duration: hour },
  mailVerification: { points: 3, duration: hour },
  mailChange: { points: 3, duration: hour },
  changePassword: { points: 10, duration: 15 * minute },
  /** Three codes of a million are good at a time: twenty tries in a day find one in two chances of a hundred a year. */
  twoFactorByAccount: { points: 5, duration: 15 * minute },
  twoFactorByAccountInADay: { points: 20, duration: day },
  twoFactorByKnownDevice: { points: 5, duration: 15 * minute },
  twoFactorByKnownDeviceInADay: { points: 20, duration: day },
  mailGuesses: { points: 1, duration: day },
} as const

type LimitName = keyof typeof attemptLimits
export type AttemptLimits = Record<LimitName, { points: number; duration: number }>

const allowed: Verdict = { allowed: true }

export function createAttempts(database: Database, limits: AttemptLimits = attemptLimits): Attempts {
  const counterOn = (connection: Connection, name: LimitName) =>
    new RateLimiterPostgres({
      storeClient: { query: ({ text, values }: { text: string; values?: unknown[] }) => connection.query(text, values) },
      storeType: 'client',
      tableName: 'identity_attempt',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      ...limits[name],
    })
  const counters = new Map<LimitName, RateLimiterPostgres>()
  const counter = (name: LimitName) => {
    const known = counters.get(name)
    if (known) return known
    const made = counterOn(database, name)
    counters.set(name, made)
    return made
  }
  const keyOf = (parts: string[]) => parts.join(' ').slice(0, 200)

  const count = async (tries: [LimitName, ...string[]][], counterOf = counter): Promise<Verdict> => {
    try {
      for (const [name, ...parts] of tries) await counterOf(name).consume(keyOf(parts))
      return allowed
    } catch (caught) {
      if (!(caught instanceof RateLimiterRes)) throw caught
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(caught.msBeforeNext / 1_000)) }
    }
  }

  return {
    signIn: ({ address, email, device }) =>
      device === null
        ? count([
            ['signInByAddress', networkOf(address)],
            ['signInByAddressAndEmail', networkOf(address), email],
            ['signInByEmail', email],
          ])
        : count([['signInByKnownDevice', device, email]]),
    async signedIn({ address, email, device }) {
      if (device === null) await counter('signInByAddressAndEmail').delete(keyOf([networkOf(address), email]))
      else await counter('signInByKnownDevice').delete(keyOf([device, email]))
    },
    register: (address, email) =>
      count([
        ['registerByAddress', networkOf(address)],
        ['registerByEmail', email],
      ]),
    askReset: (address, email) =>
      count([
        ['askResetByAddress', networkOf(address)],
        ['askResetByAddressAndEmail', networkOf(address), email],
      ]),
    mailReset: (email, connection) => count([['mailResetByEmail', email]], (name) => counterOn(connection, name)),
    mailRegistration: (email, connection) => count([['mailRegistrationByEmail', email]], (name) => counterOn(connection, name)),
    mailVerification: (accountId) => count([['mailVerification', accountId]]),
    mailChange: (accountId) => count([['mailChange', accountId]]),
    changePassword: (accountId) => count([['changePassword', accountId]]),
    twoFactor: ({ accountId, device }) =>
      device === null
        ? count([
            ['twoFactorByAccountInADay', accountId],
            ['twoFactorByAccount', accountId],
          ])
        : count([
            ['twoFactorByKnownDeviceInADay', device, accountId],
            ['twoFactorByKnownDevice', device, accountId],
          ]),
    async passedTwoFactor({ accountId, device }) {
      if (device === null) await counter('twoFactorByAccount').delete(keyOf([accountId]))
      else await counter('twoFactorByKnownDevice').delete(keyOf([device, accountId]))
    },
    mailGuesses: (accountId) => count([['mailGuesses', accountId]]),
  }
}

/** Deletes counters that no longer count. */
export async function sweepAttempts(database: Database, now: Date): Promise<void> {
  await database.orm.delete(identityAttempt).where(lt(identityAttempt.expire, now.getTime()))
}
