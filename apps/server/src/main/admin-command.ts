import type { Logger } from 'pino'
import { listAllAccounts, setAdministrator } from '../features/accounts/index.ts'
import { minuteMs } from '../lib/durations.ts'
import { nearestLocale } from '../locale/locale.ts'
import type { Database } from '../services/database/database.ts'
import { selectOptionalAccountByEmail } from '../services/identity/embedded/accounts.ts'
import { createEmails } from '../services/identity/embedded/emails.ts'
import { identityPaths } from '../services/identity/embedded/paths.ts'
import { insertToken, tokenLifeMs } from '../services/identity/embedded/tokens.ts'
import { createTwoFactorControl } from '../services/identity/embedded/two-factor.ts'
import { openMailer } from '../services/mail/mailer.ts'
import type { Config } from './config.ts'
import { withDatabase } from './open-database.ts'

const usage = `Use one of these commands:
  list                                    prints all accounts, administrators first
  promote name@school.example             makes an account an administrator
  demote name@school.example              takes the role away
  reset-password name@school.example      prints a link that sets a new password
  remove-two-factor name@school.example   turns off two-factor authentication`

/**
 * The operator's commands over accounts: `npm run admin -- list`, or `npx penmark admin list`. Throws with a
 * sentence for the operator.
 */
export async function adminCommand(config: Config, logger: Logger, options: string[]): Promise<void> {
  console.log(
    await answerAdminCommand({ config, logger, use: (work) => withDatabase(config, logger, work) }, options),
  )
}

interface AdminContext extends Omit<Dependencies, 'database'> {
  /** Opens the database while `work` needs it. */
  use(work: (database: Database) => Promise<string>): Promise<string>
}

/** Returns what the operator reads. */
export async function answerAdminCommand(
  { config, logger, use }: AdminContext,
  options: string[],
): Promise<string> {
  const [action, account = '', ...rest] = options
  const run =
    action !== undefined && Object.hasOwn(actions, action) ? actions[action as keyof typeof actions] : null
  if (run === null || rest.length > 0 || (account.trim() === '') !== (action === 'list'))
    throw new Error(usage)
  if (run.embeddedOnly && config.oidc.issuer !== null) {
    throw new Error(
      'People sign in with your identity provider (OIDC_ISSUER). Passwords and two-factor authentication are managed there.',
    )
  }
  return use((database) => run.run({ config, logger, database }, account.trim()))
}

interface Dependencies {
  config: Config
  logger: Logger
  database: Database
}

/** Each returns what the operator reads. */
const actions = {
  list: { embeddedOnly: false, run: list },
  promote: { embeddedOnly: false, run: promote },
  demote: { embeddedOnly: false, run: demote },
  'reset-password': { embeddedOnly: true, run: resetPassword },
  'remove-two-factor': { embeddedOnly: true, run: removeTwoFactor },
}

async function list({ database }: Dependencies): Promise<string> {
  const accounts = await listAllAccounts(database)
  if (accounts.length === 0)
    return 'There are no accounts yet. Start the product and open its welcome page to create the first one.'
  const rows = accounts.map(({ id, email, first_name, last_name, is_administrator, created_at }) => [
    email ?? id,
    [first_name, last_name].filter(Boolean).join(' '),
    is_administrator ? 'administrator' : '',
    `since ${created_at.toISOString().slice(0, 10)}`,
  ])
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
}

async function promote({ database }: Dependencies, account: string): Promise<string> {
  const { created_at, ...who } = await setAdministrator(database, account, true)
  return `${labelOf(who)} is an administrator now.
The account was created at ${created_at.toISOString()}. Make sure it really belongs to this person: anyone can register an address.`
}

async function demote({ database }: Dependencies, account: string): Promise<string> {
  const who = await setAdministrator(database, account, false)
  return `${labelOf(who)} is no longer an administrator. If ADMIN_EMAILS lists this address, remove it there too.`
}

const labelOf = ({ name, email }: { name: string; email: string }) =>
  `${email}${name === '' ? '' : ` (${name})`}`

/**
 * For installations without a mail server, where nobody gets the email of "Forgot your password?". The old
 * password works until then.
 */
async function resetPassword({ config, database }: Dependencies, email: string): Promise<string> {
  const account = await selectOptionalAccountByEmail(database, email)
  if (account === null) throw new Error(`There is no account with the address "${email}".`)
  const token = await insertToken(database, 'reset', account.id, new Date())
  const link = new URL(identityPaths.reset, config.publicUrl)
  link.search = new URLSearchParams({ token, lang: nearestLocale(account.language) }).toString()
  const unconfirmed =
    account.email_verified_at === null
      ? ' Using it also confirms the address, which its owner has not done yet.'
      : ''
  return `This link sets a new password for ${account.email}. It works once, within ${tokenLifeMs.reset / minuteMs} minutes:
${link.href}
Make sure that only the account's owner gets it.${unconfirmed}`
}

/** For an administrator who lost phone and recovery codes, where no other administrator is left to help. */
async function removeTwoFactor({ config, logger, database }: Dependencies, email: string): Promise<string> {
  const control = createTwoFactorControl({
    mailer: openMailer(config, database, logger),
    emails: createEmails(new URL(config.publicUrl).origin),
  })
  const account = await selectOptionalAccountByEmail(database, email)
  const isRemoved =
    account !== null && (await database.transaction((connection) => control.remove(connection, account.id)))
  if (!isRemoved)
    throw new Error(`No account with the address "${email}" has two-factor authentication turned on.`)
  return `Two-factor authentication was turned off for ${email}. The password alone is enough to sign in now; the account's owner is notified by email.`
}
