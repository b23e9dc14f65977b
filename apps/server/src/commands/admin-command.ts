import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { setAdministrator } from '../features/teachers/promote.ts'
import { withDatabase } from '../open.ts'

const usage = 'Use "admin -- promote name@school.example", or "demote" to take the role away.'

/** `npm run admin -- promote name@school.example`: the operator vouches that the account belongs to the person who shall administer. */
export async function adminCommand(config: Config, logger: Logger, options: string[]): Promise<void> {
  const [action, account, ...rest] = options
  if ((action !== 'promote' && action !== 'demote') || account === undefined || rest.length > 0) throw new Error(usage)
  const { name, email, created_at } = await withDatabase(config, logger, (database) =>
    setAdministrator(database, account.trim(), action === 'promote'),
  )
  const who = `${email}${name === '' ? '' : ` (${name})`}`
  if (action === 'demote') {
    console.log(`${who} is no longer an administrator. If ADMIN_EMAILS lists this address, remove it there too.`)
    return
  }
  console.log(`${who} is an administrator now.`)
  console.log(
    `The account was created at ${created_at.toISOString()}. Make sure it really belongs to this person: anyone can register an address.`,
  )
}
