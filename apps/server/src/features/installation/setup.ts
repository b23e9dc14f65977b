import { randomInt, timingSafeEqual } from 'node:crypto'
import { Problem, type SetupStanding, type SetupState } from '@penmark/contract'
import type { Connection, Database } from '../../database/database.ts'
import type { Caller } from '../../http/caller.ts'
import { hashSecret } from '../../security/secrets.ts'
import { recordAction } from '../audit/audit.ts'
import { hasAccounts, hasAdministrator, makeAdministrator } from '../teachers/accounts.ts'
import { deleteCode, insertCode, selectSetup, selectSetupForUpdate } from './store.ts'

/** Without 0, 1, I, L, O and U: they are mistaken for one another, or make words. */
const signs = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 4
const groupLength = 4

/** About 78 random bits, so that nobody can guess it, whatever they try. */
function newCode(): string {
  const sign = () => signs.charAt(randomInt(signs.length))
  return Array.from({ length: groups }, () => Array.from({ length: groupLength }, sign).join('')).join('-')
}

const wrongCode = 'This is not the setup code. Copy it from the console or the log of the server: it was printed when the server started.'

const bare = (code: string) => code.toUpperCase().replace(/[\s-]/g, '')

function isSame(given: string, code: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(bare(given))), Buffer.from(hashSecret(bare(code))))
}

export interface SetupDependencies {
  database: Database
  /** Whether others can reach this installation, so that the first account is not simply its administrator. */
  needsSetupCode: boolean
}

/** Whether the installation waits for its administrator. */
async function isOpen(connection: Connection, needsSetupCode: boolean): Promise<boolean> {
  if (!needsSetupCode) return !(await hasAccounts(connection))
  const { finished_at } = await selectSetup(connection)
  return finished_at === null && !(await hasAdministrator(connection))
}

/** What the console says at a start about an installation that waits for its administrator; null for any other. Makes the code. */
export async function welcomeOperator(dependencies: SetupDependencies, publicUrl: string): Promise<string | null> {
  const { database, needsSetupCode } = dependencies
  return database.transaction(async (connection) => {
    if (!(await isOpen(connection, needsSetupCode))) return null
    const address = `Nobody administers this installation yet. Set it up at ${publicUrl}/welcome`
    if (!needsSetupCode) return address
    return `${address}\nThe page asks for this setup code, which nobody else should see: ${await insertCode(connection, newCode())}`
  })
}

export async function readSetup({ database, needsSetupCode }: SetupDependencies): Promise<SetupState> {
  return { is_open: await isOpen(database, needsSetupCode), needs_code: needsSetupCode, can_restore: database.kind === 'embedded' }
}

const closed = () =>
  new Problem('conflict', 'This installation has an administrator already. Sign in and restore the backup on the page of the backups.')

/** Throws once the installation has its administrator. */
export async function assertOpen({ database, needsSetupCode }: SetupDependencies): Promise<void> {
  if (!(await isOpen(database, needsSetupCode))) throw closed()
}

/** Throws unless the installation waits for its administrator, and the code is right where one is needed. It can be used again. */
export async function assertSetupCode(dependencies: SetupDependencies, given: string): Promise<void> {
  await assertOpen(dependencies)
  if (!dependencies.needsSetupCode) return
  const { code } = await selectSetup(dependencies.database)
  if (code === null) throw closed()
  if (!isSame(given, code)) throw new Problem('not_allowed', wrongCode)
}

export type NeedsTwoFactor = (caller: Caller) => Promise<boolean>

export async function readSetupAccess(
  dependencies: SetupDependencies,
  caller: Caller,
  needsTwoFactor: NeedsTwoFactor,
): Promise<SetupStanding> {
  const { database, needsSetupCode } = dependencies
  const { is_administrator } = caller
  return {
    is_administrator,
    needs_two_factor: await needsTwoFactor(caller),
    can_claim: !is_administrator && needsSetupCode && (await isOpen(database, needsSetupCode)),
  }
}

/** Makes the caller the administrator. The code works once, and only while there is no administrator. */
export async function claimSetup(
  dependencies: SetupDependencies,
  code: string,
  caller: Caller,
  needsTwoFactor: NeedsTwoFactor,
): Promise<SetupStanding> {
  await dependencies.database.transaction(async (connection) => {
    const setup = await selectSetupForUpdate(connection)
    if (setup.finished_at !== null || setup.code === null || (await hasAdministrator(connection)))
      throw new Problem('conflict', 'This installation has an administrator already. Ask them for the role.')
    if (!isSame(code, setup.code)) throw new Problem('not_allowed', wrongCode)
    await makeAdministrator(connection, caller.teacher_id)
    await deleteCode(connection)
    await recordAction(connection, caller, { action: 'setup.claim', target_id: caller.teacher_id, teacher_id: caller.teacher_id })
  })
  return readSetupAccess(dependencies, { ...caller, is_administrator: true }, needsTwoFactor)
}
