import type { FastifyInstance } from 'fastify'
import type { Locale } from '../../locale/locale.ts'
import type { Connection } from '../database/database.ts'
import type { JobWorkers } from '../queue/background-queues.ts'

/** The owner of an access token, according to the provider. */
export interface Person {
  /** The provider's own, permanent name of the account. */
  subject: string
  email: string | null
  emailVerified: boolean
  givenName: string | null
  familyName: string | null
  picture: string | null
  roles: string[]
  /** When the token was issued; null when it does not say. */
  issuedAt: Date | null
}

/** What a browser needs for signing in. */
export interface IdentitySettings {
  /** Issuer URL; the discovery document is below it. */
  authority: string
  clientId: string
  audience: string
  scope: string
  /** URL of the pages for changing the password and ending sign-ins; null when the provider has its own. */
  accountUrl: string | null
}

/** Two-factor authentication of the embedded provider's accounts. */
export interface TwoFactorControl {
  /** Which of the subjects have it turned on. */
  switchedOn(connection: Connection, subjects: string[]): Promise<Set<string>>
  /**
   * Turns it off for someone who lost their phone and notifies them by email, in the caller's transaction.
   * False when it was off.
   */
  remove(connection: Connection, subject: string): Promise<boolean>
}

/** Accounts that a list of teachers makes or deactivates at the embedded provider. */
export interface AccountControl {
  /**
   * The subject of an address, in the caller's transaction. Without an account one is made that has no
   * password, and an email leads to choosing one; `isNew` tells the two apart.
   */
  invite(connection: Connection, person: InvitedPerson): Promise<{ subject: string; isNew: boolean }>
  /** Ends every sign-in of the subject, in the caller's transaction. */
  endSessions(connection: Connection, subject: string): Promise<void>
  /** The language in which the account was made; null if there is none. */
  languageOf(connection: Connection, subject: string): Promise<Locale | null>
}

export interface InvitedPerson {
  email: string
  givenName: string
  familyName: string
  language: Locale
}

/** What workers do for the embedded provider's accounts. */
export interface IdentityBackground {
  workers: JobWorkers
  /** Sends a job for each request that has none. */
  sendMissingJobs(): Promise<void>
  /** Deletes expired sign-ins, attempts and links. */
  sweep(now: Date): Promise<void>
}

/** Why access to an account ends, which decides what stays. */
export type EndOfAccess =
  /**
   * The owner of the address has it now; before, nobody had confirmed it, so anyone may have made what is in
   * the account.
   */
  | { because: 'taken-back' }
  /** The password was forgotten, or somebody else knew it. */
  | { because: 'reset' }
  /** The same, by somebody signed in, who stays signed in. */
  | { because: 'password-changed'; exceptSession: string }
  /** The provider's roles no longer give access. */
  | { because: 'role-lost' }
  | { because: 'erased' }

/** Ends, in the caller's transaction, what the product itself has granted under the account of a subject. */
export type EndGrants = (connection: Connection, subject: string, end: EndOfAccess) => Promise<void>

/** The identity provider, embedded or external. */
export interface Identity {
  readonly kind: 'embedded' | 'external'
  readonly settings: IdentitySettings
  /** Null when the provider has its own, or none. */
  readonly twoFactorControl: TwoFactorControl | null
  /** Null for an external provider. */
  readonly accounts: AccountControl | null
  /** Null for an external provider. */
  readonly background: IdentityBackground | null
  /**
   * Checks signature, issuer, audience and times of an access token. Throws `Problem('not_signed_in')` for
   * anything else.
   */
  verify(accessToken: string): Promise<Person>
  /** What the provider stores about a person, for an export; null for an external provider. */
  describeAccount(subject: string): Promise<Record<string, unknown> | null>
  /**
   * Adds the provider's own pages and endpoints to the server; adds nothing for an external provider. Called
   * once, before listening.
   */
  register(app: FastifyInstance): Promise<void>
  /**
   * Erases the account of this subject with its sign-ins, in the caller's transaction, and counts the rows by
   * kind. Null for an external provider.
   */
  erase(connection: Connection, subject: string): Promise<Record<string, number> | null>
  /**
   * Ends everything that opens the account of this subject or sends its data elsewhere: sign-ins, tokens and
   * links of the provider, and what the product has granted. In the caller's transaction.
   */
  endAccess(connection: Connection, subject: string, end: EndOfAccess): Promise<void>
  /** Whether the subject's address is confirmed, or cannot be confirmed here. */
  hasOwnEmail(connection: Connection, subject: string): Promise<boolean>
  close(): Promise<void>
}
