import type { FastifyInstance } from 'fastify'
import type { Connection } from '../../database/database.ts'
import type { JobWorkers } from '../queue/job-worker.ts'

/** Who an access token speaks for, as the provider says it. */
export interface Person {
  /** The provider's own, never changing name of the account. */
  subject: string
  email: string | null
  emailVerified: boolean
  givenName: string | null
  familyName: string | null
  picture: string | null
  roles: string[]
  /** When the token was given out; null when it does not say. */
  issuedAt: Date | null
}

/** What a browser must know to sign in. */
export interface IdentitySettings {
  /** Issuer address; the discovery document lies below it. */
  authority: string
  clientId: string
  audience: string
  scope: string
  /** Address of the pages on which a person changes their password and ends their sign-ins; null when the provider has its own. */
  accountUrl: string | null
}

/** The second step at sign-in of the accounts that lie here. */
export interface TwoFactorControl {
  /** Those of the subjects that have it switched on. */
  switchedOn(connection: Connection, subjects: string[]): Promise<Set<string>>
  /** Switches it off for somebody who lost their phone and tells them by mail, in the caller's transaction. False when it was off. */
  remove(connection: Connection, subject: string): Promise<boolean>
}

/** What the workers do for the accounts that lie here. */
export interface IdentityBackground {
  workers: JobWorkers
  /** Sends a job for each request that waits without one. */
  sendMissingJobs(): Promise<void>
  /** Forgets sign-ins, attempts and links whose time is over. */
  sweep(now: Date): Promise<void>
}

/** The one door to the identity provider. */
export interface Identity {
  readonly kind: 'embedded' | 'external'
  readonly settings: IdentitySettings
  /** Null when the provider has one of its own, or none. */
  readonly twoFactorStore: TwoFactorControl | null
  /** Null where another provider looks after its accounts itself. */
  readonly background: IdentityBackground | null
  /** Checks signature, issuer, audience and times of an access token. Throws `Problem('not_signed_in')` for anything else. */
  verify(accessToken: string): Promise<Person>
  /** What the provider keeps of a person, for an export; null when it is another's to say. */
  describeAccount(subject: string): Promise<Record<string, unknown> | null>
  /** Adds the provider's own pages and endpoints to the server; adds nothing for an external provider. Called once, before listening. */
  register(app: FastifyInstance): Promise<void>
  /** Erases the account of this subject with its sign-ins, in the caller's transaction, and counts the rows by kind. Null when it does not lie here. */
  erase(connection: Connection, subject: string): Promise<Record<string, number> | null>
  close(): Promise<void>
}
