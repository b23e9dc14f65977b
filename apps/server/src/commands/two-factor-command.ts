import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { openMailer, withDatabase } from '../open.ts'
import { selectOptionalAccountByEmail } from '../outside/identity/embedded/accounts/accounts.ts'
import { createEmails } from '../outside/identity/embedded/emails.ts'
import { createTwoFactorControl } from '../outside/identity/embedded/two-factor/two-factor-store.ts'

/**
 * `remove-second-step name@school.example`: for an administrator who lost phone and recovery codes, where no other administrator is left to
 * remove the second step. Throws when there is nothing to remove.
 */
export async function removeTwoFactorCommand(config: Config, logger: Logger, options: string[]): Promise<void> {
  const [email, ...rest] = options
  if (email === undefined || rest.length > 0) throw new Error('Give one email address: "remove-second-step name@school.example".')
  if (config.oidc.issuer !== null)
    throw new Error('People sign in with your identity provider (OIDC_ISSUER). Two-factor authentication is managed there.')
  await withDatabase(config, logger, async (database) => {
    const control = createTwoFactorControl({
      mailer: openMailer(config, database, logger),
      emails: createEmails(new URL(config.publicUrl).origin),
    })
    const account = await selectOptionalAccountByEmail(database, email)
    const isRemoved = account !== null && (await database.transaction((connection) => control.remove(connection, account.id)))
    if (!isRemoved) throw new Error(`No account with the address "${email}" has two-factor authentication turned on.`)
  })
  console.log(
    `Two-factor authentication was turned off for ${email}. The password alone is enough to sign in now; the account's owner is notified by email.`,
  )
}
