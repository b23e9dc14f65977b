import { randomUUID } from 'node:crypto'
import type { Caller } from '../../../http/caller.ts'
import { problem } from '../../../locale/problems/problem.ts'
import { recordAction } from '../../../services/audit/audit.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import type { Identity, Person } from '../../../services/identity/identity.ts'
import { lockAccounts } from './accounts.ts'
import { hasAccessRole, isAdministrator, isAdministratorByToken, type RoleRules } from './rules.ts'
import {
  insertTeacher,
  selectHasAccounts,
  selectHasOtherAdministrator,
  selectOptionalInvited,
  selectOptionalTeacherBySubject,
  selectTeacher,
  type TeacherRow,
  updateAccessEnded,
  updateContact,
  updateRole,
  updateSubject,
} from './store.ts'

export interface CallerDependencies {
  database: Database
  adminEmails: string[]
  roleRules: RoleRules
  /** Whether the first account needs the setup code to become the administrator. */
  needsSetupCode: boolean
  /** Ends everything that opens an account or sends its data elsewhere. */
  endAccess: Identity['endAccess']
  /**
   * Whether a token belongs to an account that was erased after the token was issued: it must not create the
   * account again.
   */
  isErasedSince(connection: Connection, subject: string, issuedAt: Date | null): Promise<boolean>
}

const erased = () => problem('not_signed_in', 'account_deleted_sign_in_again')

const deactivated = () => problem('not_allowed', 'own_account_deactivated')

const noAccess = () => problem('not_allowed', 'no_access')

async function createAccount(
  { database, roleRules, needsSetupCode, isErasedSince }: CallerDependencies,
  { subject, email, emailVerified, picture, issuedAt }: Person,
): Promise<void> {
  await database.transaction(async (connection) => {
    await lockAccounts(connection)
    if (await isErasedSince(connection, subject, issuedAt)) throw erased()
    // Anyone can type an unverified address.
    const invited = emailVerified && email !== null ? await selectOptionalInvited(connection, email) : null
    if (invited) return updateSubject(connection, invited.id, subject)
    // If the provider's roles decide, being first does not count.
    const firstIsAdministrator = !needsSetupCode && roleRules.administrators === null
    const is_administrator = firstIsAdministrator && !(await selectHasAccounts(connection))
    await insertTeacher(connection, {
      id: randomUUID(),
      subject,
      email,
      picture,
      is_administrator,
      created_at: new Date(),
    })
  })
}

/** The person's account, created if they have access. */
async function findOrCreateAccount(
  dependencies: CallerDependencies,
  person: Person,
  hasAccess: boolean,
): Promise<TeacherRow> {
  const { database } = dependencies
  const known = await selectOptionalTeacherBySubject(database, person.subject)
  if (known) return known
  if (!hasAccess) throw noAccess()
  await createAccount(dependencies, person)
  const row = await selectOptionalTeacherBySubject(database, person.subject)
  if (!row) throw new Error('The new account cannot be read.')
  return row
}

/**
 * Gives or takes the administrator role as the token says, and returns whether the account has it now. The
 * last administrator keeps it; whoever administers by `ADMIN_EMAILS` is another one.
 */
async function syncRole(
  { database, adminEmails, roleRules }: CallerDependencies,
  row: TeacherRow,
  person: Person,
): Promise<boolean> {
  const wanted = isAdministratorByToken(person, roleRules)
  if (wanted === null || wanted === row.is_administrator) return row.is_administrator
  // A token stays valid for minutes after the roles have changed.
  const { issuedAt } = person
  if (issuedAt !== null && row.role_token_issued_at !== null && issuedAt < row.role_token_issued_at)
    return row.is_administrator
  if (!wanted && !(await selectHasOtherAdministrator(database, row.id, adminEmails))) return true
  return database.transaction(async (connection) => {
    // One at a time: two administrators who lose the role at the same moment must not both count on the
    // other.
    await lockAccounts(connection)
    const { is_administrator } = await selectTeacher(connection, row.id)
    if (is_administrator === wanted) return wanted
    if (!wanted && !(await selectHasOtherAdministrator(connection, row.id, adminEmails))) return true
    await updateRole(connection, row.id, {
      is_administrator: wanted,
      role_token_issued_at: issuedAt ?? new Date(),
    })
    const action = wanted ? 'role.give' : 'role.take'
    await recordAction(connection, { teacher_id: row.id }, { action, target_id: row.id, teacher_id: row.id })
    return wanted
  })
}

/**
 * The first token without a role that gives access ends what the account has granted; the sign-in service
 * ends its own sign-ins.
 */
async function endLostAccess(
  { database, endAccess }: CallerDependencies,
  { id, subject, access_ended_at }: TeacherRow,
): Promise<void> {
  if (access_ended_at !== null) return
  await database.transaction(async (connection) => {
    await updateAccessEnded(connection, id, new Date())
    await endAccess(connection, subject, { because: 'role-lost' })
  })
}

/**
 * The account with which a verified person makes a call, created at their first one. If only this machine
 * reaches the installation, the very first account is an administrator. Throws `not_allowed` if the
 * provider's roles give the person no access.
 */
export async function resolveCaller(dependencies: CallerDependencies, person: Person): Promise<Caller> {
  const { database, adminEmails, roleRules } = dependencies
  const hasAccess = hasAccessRole(person, roleRules) || isAdministrator(false, person, adminEmails, roleRules)
  const row = await findOrCreateAccount(dependencies, person, hasAccess)
  if (row.erasing_since !== null) throw erased()
  if (row.deactivated_at !== null) throw deactivated()
  const contact = {
    email: person.email ?? row.email,
    picture: person.picture ?? row.picture,
    email_verified: person.email === null ? row.email_verified : person.emailVerified,
    invited_at: null,
  }
  if (
    contact.email !== row.email ||
    contact.picture !== row.picture ||
    contact.email_verified !== row.email_verified ||
    row.invited_at !== null
  )
    await updateContact(database, row.id, contact)
  const hasRole = await syncRole(dependencies, row, person)
  if (!hasAccess && !hasRole) {
    await endLostAccess(dependencies, row)
    throw noAccess()
  }
  if (row.access_ended_at !== null) await updateAccessEnded(database, row.id, null)
  return {
    teacher_id: row.id,
    is_administrator: isAdministrator(hasRole, person, adminEmails, roleRules),
    person,
  }
}
