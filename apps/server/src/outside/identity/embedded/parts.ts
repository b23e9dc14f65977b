import type { Provider } from 'oidc-provider'
import type { Database } from '../../../database/database.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Attempts } from './attempts.ts'
import type { Brokerage } from './brokers.ts'
import type { IdentityEmails } from './emails.ts'
import type { KnownDevices } from './known-device.ts'
import type { AwaitedCodes } from './two-factor/awaited-codes.ts'
import type { TwoFactor } from './two-factor/two-factor-store.ts'

/** What the pages of the embedded provider work with. */
export interface IdentityParts {
  issuer: string
  /** Shown where something failed. */
  supportEmail: string
  /** Made anew when the keys change, so it is asked for each time. */
  provider: () => Provider
  database: Database
  mailer: Pick<Mailer, 'send' | 'kind'>
  emails: IdentityEmails
  attempts: Attempts
  knownDevices: KnownDevices
  brokerage: Brokerage
  twoFactorStore: TwoFactor
  awaitedCodes: AwaitedCodes
  /** The clock that codes are held against. */
  now: () => Date
  /**
   * Whether a registration is finished through a link in a mail, so that it tells nobody but the owner of the address whether there is an
   * account. Without a mail server nobody would get the link, and the account is there at once.
   */
  confirmsRegistrations: boolean
  onError: (error: unknown) => void
}
