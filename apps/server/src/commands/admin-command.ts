import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { setAdministrator } from '../features/teachers/promote.ts'
import { withDatabase } from '../open.ts'

const usage = 'Say "admin -- promote name@school.example", or "demote" to take it back.'

/** `npm run admin -- promote name@school.example`: the operator vouches that the account belongs to the person who shall administer. */
export async function adminCommand(config: Config, logger: Logger, options: string[]): Promise<void> {
  const [action, account, ...rest] = options
  if ((action !== 'promote' && action !== 'demote') || account === undefined || rest.length > 0) throw new Error(usage)
  const { name, email, created_at } = await withDatabase(config, logger, (database) =>
    setAdministrator(database, account.trim(), action === 'promote'),
  )
  const who = `${email}${name === '' ? '' : ` (${name})`}`
  if (action === 'demote') {
    console.log(
      `${who} is no administrator by the account's own flag any more. Take the address out of ADMIN_EMAILS too, where it stands there.`,
    )
    return
  }
  console.log(`${who} is an administrator now.`)
  console.log(`The account was made at ${created_at.toISOString()}. Make sure that it is theirs: anybody can register an address.`)
}
