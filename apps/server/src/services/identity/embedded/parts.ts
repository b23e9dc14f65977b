import type { Provider } from 'oidc-provider'
import type { Database } from '../../database/database.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Identity } from '../identity.ts'
import type { Attempts } from './attempts.ts'
import type { AwaitedCodes } from './awaited-codes.ts'
import type { Brokerage } from './brokers.ts'
import type { IdentityEmails } from './emails.ts'
import type { KnownDevices } from './known-device.ts'
import type { TwoFactor } from './two-factor.ts'

/** What the embedded provider's pages need. */
export interface IdentityParts {
  issuer: string
  /** Shown on error pages. */
  supportEmail: string
  /** A function, because the provider is replaced when the keys change. */
  provider: () => Provider
  database: Database
  mailer: Pick<Mailer, 'send' | 'kind'>
  emails: IdentityEmails
  attempts: Attempts
  knownDevices: KnownDevices
  brokerage: Brokerage
  twoFactor: TwoFactor
  awaitedCodes: AwaitedCodes
  /** The clock that codes are checked against. */
  now: () => Date
  /**
   * Whether a registration is finished through a link in an email, so that only the owner of the address
   * learns whether it has an account. Without a mail server nobody would get the link, so the account is
   * created at once.
   */
  confirmsRegistrations: boolean
  endAccess: Identity['endAccess']
  onError: (error: unknown) => void
}
