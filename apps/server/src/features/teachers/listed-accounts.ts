import type { Connection } from '../../database/database.ts'
import { insertInvited, selectAdministrators, selectListedAccounts, subjectOfInvited, updateListed } from './store.ts'

export { lockAccounts } from './enter.ts'
export type { ListedAccount } from './store.ts'

/** Every account with an address. */
export const listListedAccounts = selectListedAccounts

export interface Invited {
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
