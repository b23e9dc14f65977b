import { lt } from 'drizzle-orm'
import { networkOf } from '../../../lib/client-address.ts'
import { type RateCounter, type RateLimit, rateCounter } from '../../../lib/rate-counter.ts'
import type { Connection, Database } from '../../database/database.ts'
import { identityAttempt } from '../tables.ts'

/** Refused for this many seconds. */
export type Verdict = { allowed: true } | { allowed: false; retryAfterSeconds: number }

/**
 * The origin of an attempt. `device` names a browser that was signed in with this email before; null for any
 * other.
 */
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
  /** Counts one sign-in attempt. A known device has an allowance of its own, which nobody else can use up. */
  signIn(origin: Origin): Promise<Verdict>
  /** Clears the failures of this origin after a successful sign-in; other origins stay counted. */
  signedIn(origin: Origin): Promise<void>
  /** Counts one registration attempt, by network address and by email. */
  register(address: string, email: string): Promise<Verdict>
  /** Counts one reset request, by network address, and by network address and email together. */
  requestReset(address: string, email: string): Promise<Verdict>
  /** Counts one reset email, in the transaction that writes it. The requester never learns of a refusal. */
  mailReset(email: string, connection: Connection): Promise<Verdict>
  /**
   * Counts one registration email, in the transaction that writes it. The requester never learns of a
   * refusal.
   */
  mailRegistration(email: string, connection: Connection): Promise<Verdict>
  /** Counts one confirmation email. */
  mailVerification(accountId: string): Promise<Verdict>
  /** Counts one email to the new address of an account. */
  mailChange(accountId: string): Promise<Verdict>
  /** Counts one attempt at the current password by someone signed in. */
  changePassword(accountId: string): Promise<Verdict>
  /**
   * Counts one two-factor code after the right password. `device` names a browser in which this account
   * entered a code before.
   */
  twoFactor(guess: CodeGuess): Promise<Verdict>
  /** Clears the failures of this origin after a right code; the daily count stays. */
  passedTwoFactor(guess: CodeGuess): Promise<void>
  /** Counts one warning email about guessed codes. */
  mailGuesses(accountId: string): Promise<Verdict>
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/**
 * Attempts allowed per number of seconds. A staffroom shares one address, so that limit is wide; a browser
 * belongs to one person.
 */
export const attemptLimits = {
  signInByAddress: { points: 100, duration: 15 * minute },
  signInByAddressAndEmail: { points: 10, duration: 15 * minute },
  signInByKnownDevice: { points: 10, duration: 15 * minute },
  /** From all unknown origins together: many addresses guessing one password. */
  signInByEmail: { points: 50, duration: hour },
  registerByAddress: { points: 50, duration: hour },
  registerByEmail: { points: 10, duration: hour },
  askResetByAddress: { points: 50, duration: hour },
  askResetByAddressAndEmail: { points: 5, duration: hour },
  /** Of one network, so that nobody else can keep a person from resetting their password for a day. */
  askResetByAddressAndEmailInADay: { points: 10, duration: day },
  /** As long as a link is valid, so that someone who gets no further email still has one that works. */
  mailResetByEmail: { points: 4, duration: 30 * minute },
  mailRegistrationByEmail: { points: 4, duration: hour },
  mailRegistrationByEmailInADay: { points: 10, duration: day },
  mailVerification: { points: 3, duration: hour },
  mailVerificationInADay: { points: 6, duration: day },
  mailChange: { points: 3, duration: hour },
  mailChangeInADay: { points: 6, duration: day },
  changePassword: { points: 10, duration: 15 * minute },
  /**
   * Three codes in a million are valid at a time: twenty attempts a day succeed with a probability of about
   * 2% a year.
   */
  twoFactorByAccount: { points: 5, duration: 15 * minute },
  twoFactorByAccountInADay: { points: 20, duration: day },
  twoFactorByKnownDevice: { points: 5, duration: 15 * minute },
  twoFactorByKnownDeviceInADay: { points: 20, duration: day },
  mailGuesses: { points: 1, duration: day },
} as const

type LimitName = keyof typeof attemptLimits
export type AttemptLimits = Record<LimitName, RateLimit>

const allowed: Verdict = { allowed: true }

export function createAttempts(database: Database, limits: AttemptLimits = attemptLimits): Attempts {
  const counterOn = (connection: Connection, name: LimitName) =>
    rateCounter(connection, 'identity_attempt', name, limits[name])
  const counters = new Map<LimitName, RateCounter>()
  const counter = (name: LimitName) => {
    const known = counters.get(name)
    if (known) return known
    const made = counterOn(database, name)
    counters.set(name, made)
    return made
  }
  const keyOf = (parts: string[]) => parts.join(' ').slice(0, 200)

  const count = async (tries: [LimitName, ...string[]][], counterOf = counter): Promise<Verdict> => {
    for (const [name, ...parts] of tries) {
      const retryAfterSeconds = await counterOf(name).count(keyOf(parts))
      if (retryAfterSeconds !== null) return { allowed: false, retryAfterSeconds }
    }
    return allowed
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
      if (device === null) await counter('signInByAddressAndEmail').clear(keyOf([networkOf(address), email]))
      else await counter('signInByKnownDevice').clear(keyOf([device, email]))
    },
    register: (address, email) =>
      count([
        ['registerByAddress', networkOf(address)],
        ['registerByEmail', email],
      ]),
    requestReset: (address, email) =>
      count([
        ['askResetByAddress', networkOf(address)],
        ['askResetByAddressAndEmail', networkOf(address), email],
        ['askResetByAddressAndEmailInADay', networkOf(address), email],
      ]),
    mailReset: (email, connection) =>
      count([['mailResetByEmail', email]], (name) => counterOn(connection, name)),
    mailRegistration: (email, connection) =>
      count(
        [
          ['mailRegistrationByEmail', email],
          ['mailRegistrationByEmailInADay', email],
        ],
        (name) => counterOn(connection, name),
      ),
    mailVerification: (accountId) =>
      count([
        ['mailVerification', accountId],
        ['mailVerificationInADay', accountId],
      ]),
    mailChange: (accountId) =>
      count([
        ['mailChange', accountId],
        ['mailChangeInADay', accountId],
      ]),
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
      if (device === null) await counter('twoFactorByAccount').clear(keyOf([accountId]))
      else await counter('twoFactorByKnownDevice').clear(keyOf([device, accountId]))
    },
    mailGuesses: (accountId) => count([['mailGuesses', accountId]]),
  }
}

/** Deletes expired counters. */
export async function sweepAttempts(database: Database, now: Date): Promise<void> {
  await database.orm.delete(identityAttempt).where(lt(identityAttempt.expire, now.getTime()))
}
