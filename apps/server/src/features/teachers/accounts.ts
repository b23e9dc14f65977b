import type { Connection, Database } from '../../database/database.ts'
import {
  insertInvited,
  selectAccounts,
  selectAdministrators,
  selectAllAccounts,
  selectHasAccounts,
  selectHasAdministrator,
  selectListedAccounts,
  subjectOfInvited,
  type TeacherRow,
  updateIsAdministrator,
  updateListed,
} from './store.ts'

/** Grants or revokes the administrator role for the operator. `account` is an email, or an id where an email is ambiguous. */
export async function setAdministrator(
  database: Database,
  account: string,
  is_administrator: boolean,
): Promise<{ name: string; email: string; created_at: Date }> {
  return database.transaction(async (connection) => {
    const [found, ...others] = await selectAccounts(connection, account)
    if (!found)
      throw new Error(`There is no account "${account}". Ask the owner to register and sign in once, then run this command again.`)
    if (others.length > 0) {
      const ids = [found, ...others].map(({ id, created_at }) => `${id} (created ${created_at.toISOString()})`)
      throw new Error(`Several accounts have the address "${account}". Use the id of the one you mean:\n${ids.join('\n')}`)
    }
    await updateIsAdministrator(connection, found.id, is_administrator)
    const { first_name, last_name, email, created_at } = found
    return { name: [first_name, last_name].filter(Boolean).join(' '), email: email ?? account, created_at }
  })
}

/** All accounts, administrators first. */
export const listAllAccounts = (database: Database): Promise<TeacherRow[]> => selectAllAccounts(database)

export const hasAccounts = (connection: Connection): Promise<boolean> => selectHasAccounts(connection)

/** Whether an account has the role itself; one that `ADMIN_EMAILS` or a token names does not count. */
export const hasAdministrator = (connection: Connection): Promise<boolean> => selectHasAdministrator(connection)

export const makeAdministrator = (connection: Connection, id: string): Promise<void> => updateIsAdministrator(connection, id, true)

export { lockAccounts } from './enter.ts'
export type { ListedAccount } from './store.ts'

/** Every account with an address. */
export const listListedAccounts = selectListedAccounts

interface Invited {
  id: string
  /** Null where the school's sign-in service names the person at their first sign-in. */
  subject: string | null
  email: string
  first_name: string
  last_name: string
  is_administrator: boolean
  /** False where the subject registered by themselves. */
  isNew: boolean
}

/** Makes an account for somebody who has never signed in; false when it exists. */
export function addInvited(connection: Connection, { subject, isNew, ...invited }: Invited, now: Date): Promise<boolean> {
  const times = { listed_at: now, invited_at: isNew ? now : null, created_at: now }
  return insertInvited(connection, { ...invited, ...times, subject: subject ?? subjectOfInvited(invited.id) })
}

export const changeListed = updateListed

export const listAdministrators = selectAdministrators
