import { randomInt, timingSafeEqual } from 'node:crypto'
import type { SetupStanding, SetupState } from '@penmark/contract'
import type { Caller } from '../../../http/caller.ts'
import { hashSecret } from '../../../lib/secrets.ts'
import { problem } from '../../../locale/problems/problem.ts'
import { recordAction } from '../../../services/audit/audit.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import { hasAccounts, hasAdministrator, makeAdministrator } from '../../accounts/index.ts'
import { deleteCode, insertCode, selectSetup, selectSetupForUpdate } from './store.ts'

/** Without 0, 1, I, L, O and U, which are easily confused or spell words. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 4
const groupLength = 4

/** About 78 random bits: too many to guess. */
function newCode(): string {
  const randomCharacter = () => alphabet.charAt(randomInt(alphabet.length))
  return Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, randomCharacter).join(''),
  ).join('-')
}

const normaliseCode = (code: string) => code.toUpperCase().replace(/[\s-]/g, '')

function isSameCode(entered: string, code: string): boolean {
  return timingSafeEqual(
    Buffer.from(hashSecret(normaliseCode(entered))),
    Buffer.from(hashSecret(normaliseCode(code))),
  )
}

export interface SetupDependencies {
  database: Database
  /**
   * Whether others can reach this installation; its administrator then needs the setup code, and is not
   * simply the first account.
   */
  needsSetupCode: boolean
}

/** Whether the installation waits for its administrator. */
async function awaitsAdministrator(connection: Connection, needsSetupCode: boolean): Promise<boolean> {
  if (!needsSetupCode) return !(await hasAccounts(connection))
  const { finished_at } = await selectSetup(connection)
  return finished_at === null && !(await hasAdministrator(connection))
}

/**
 * What the console says at start while the installation waits for its administrator; null otherwise. Creates
 * the code if one is needed.
 */
export async function setupNotice(
  dependencies: SetupDependencies,
  publicUrl: string,
): Promise<string | null> {
  const { database, needsSetupCode } = dependencies
  return database.transaction(async (connection) => {
    if (!(await awaitsAdministrator(connection, needsSetupCode))) return null
    const address = `Nobody administers this installation yet. Set it up at ${publicUrl}/welcome`
    if (!needsSetupCode) return address
    return `${address}\nThe page asks for this setup code, which nobody else should see: ${await insertCode(connection, newCode())}`
  })
}

export async function readSetup({ database, needsSetupCode }: SetupDependencies): Promise<SetupState> {
  return {
    is_open: await awaitsAdministrator(database, needsSetupCode),
    needs_code: needsSetupCode,
    can_restore: database.kind === 'embedded',
  }
}

const alreadySetUp = () => problem('conflict', 'already_set_up')

/** Throws once the installation has its administrator. */
export async function assertNoAdministrator({ database, needsSetupCode }: SetupDependencies): Promise<void> {
  if (!(await awaitsAdministrator(database, needsSetupCode))) throw alreadySetUp()
}

/**
 * Throws unless the installation waits for its administrator and the code, if one is needed, is right. Does
 * not use the code up.
 */
export async function assertSetupCode(dependencies: SetupDependencies, entered: string): Promise<void> {
  await assertNoAdministrator(dependencies)
  if (!dependencies.needsSetupCode) return
  const { code } = await selectSetup(dependencies.database)
  if (code === null) throw alreadySetUp()
  if (!isSameCode(entered, code)) throw problem('not_allowed', 'setup_code_wrong')
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
    can_claim: !is_administrator && needsSetupCode && (await awaitsAdministrator(database, needsSetupCode)),
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
      throw problem('conflict', 'already_claimed')
    if (!isSameCode(code, setup.code)) throw problem('not_allowed', 'setup_code_wrong')
    await makeAdministrator(connection, caller.teacher_id)
    await deleteCode(connection)
    await recordAction(connection, caller, {
      action: 'setup.claim',
      target_id: caller.teacher_id,
      teacher_id: caller.teacher_id,
    })
  })
  return readSetupAccess(dependencies, { ...caller, is_administrator: true }, needsTwoFactor)
}
