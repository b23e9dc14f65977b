import { problem } from '../../../locale/problems/problem.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import type { Identity, Person } from '../../../services/identity/identity.ts'
import { teacherName } from './rules.ts'
import {
  insertInvited,
  selectAccounts,
  selectAdministrators,
  selectAllAccounts,
  selectHasAccounts,
  selectHasAdministrator,
  selectListedAccounts,
  selectOptionalTeacher,
  selectOptionalTeacherBySubject,
  selectOptionalTeacherForErasure,
  selectTeacher,
  selectTeachers,
  selectTeachersByEmail,
  subjectOfInvited,
  type TeacherRow,
  updateErasing,
  updateIsAdministrator,
  updateListed,
} from './store.ts'

/**
 * The person on whose behalf a program or a student's page acts, without a sign-in and so without roles.
 * Throws `not_signed_in` if the account is being erased or deactivated.
 */
export async function readAccount(database: Database, teacher_id: string): Promise<Person> {
  const { subject, email, first_name, last_name, picture, erasing_since, deactivated_at } =
    await selectTeacher(database, teacher_id)
  if (erasing_since !== null) throw problem('not_signed_in', 'account_deleted')
  if (deactivated_at !== null) throw problem('not_signed_in', 'account_deactivated')
  return {
    subject,
    email,
    emailVerified: false,
    givenName: first_name,
    familyName: last_name,
    picture,
    roles: [],
    issuedAt: null,
  }
}

type Account = Pick<TeacherRow, 'subject' | 'email' | 'erasing_since'>

/** Null when the account is gone. One that is being erased is still found. */
export function findAccount(connection: Connection, teacher_id: string): Promise<Account | null> {
  return selectOptionalTeacher(connection, teacher_id)
}

/**
 * Refuses a person who may have registered with somebody else's address: what they set up would outlast the
 * owner's first sign-in.
 */
export async function requireOwnEmail(
  connection: Connection,
  identity: Pick<Identity, 'hasOwnEmail'>,
  { subject }: Pick<Person, 'subject'>,
): Promise<void> {
  if (await identity.hasOwnEmail(connection, subject)) return
  throw problem('not_allowed', 'email_unconfirmed')
}

/** The account of a subject at the identity provider; null if there is none. */
export function findAccountOf(connection: Connection, subject: string): Promise<{ id: string } | null> {
  return selectOptionalTeacherBySubject(connection, subject)
}

/** The teacher's email address; null if it is unknown, or the account is being erased. */
export async function readEmail(connection: Connection, teacher_id: string): Promise<string | null> {
  const account = await findAccount(connection, teacher_id)
  return account?.erasing_since === null ? account.email : null
}

/** The teacher's full name; null if it is unknown. */
export async function readTeacherName(connection: Connection, teacher_id: string): Promise<string | null> {
  return teacherName(await selectTeacher(connection, teacher_id))
}

/**
 * The name under which a person stands in a record: the email address of somebody who entered no name, null
 * if neither is known.
 */
export async function readNameOnRecord(connection: Connection, teacher_id: string): Promise<string | null> {
  const row = await selectTeacher(connection, teacher_id)
  return teacherName(row) ?? row.email
}

/** The teacher's school; null if it is unknown. */
export async function readOptionalSchool(connection: Connection, teacher_id: string): Promise<string | null> {
  return (await selectTeacher(connection, teacher_id)).school_name || null
}

/** The account as in `findAccount`, locked until the transaction ends. */
export function lockAccount(connection: Connection, teacher_id: string): Promise<Account | null> {
  return selectOptionalTeacherForErasure(connection, teacher_id)
}

/** From now on every call of this account is refused. */
export function beginErasing(connection: Connection, teacher_id: string, now: Date): Promise<void> {
  return updateErasing(connection, teacher_id, now)
}

export function listAccounts(connection: Connection, teacher_ids: string[]): Promise<TeacherRow[]> {
  return selectTeachers(connection, teacher_ids)
}

/**
 * The accounts with an email address, at most two, because two are already ambiguous. Accounts being erased
 * are left out.
 */
export function findAccountsByEmail(connection: Connection, email: string): Promise<{ id: string }[]> {
  return selectTeachersByEmail(connection, email)
}

/** Email addresses of teachers, by id. */
export async function readEmails(
  connection: Connection,
  teacher_ids: string[],
): Promise<Map<string, string | null>> {
  const accounts = await selectTeachers(connection, [...new Set(teacher_ids)])
  return new Map(accounts.map(({ id, email }) => [id, email]))
}

/**
 * Grants or revokes the administrator role for the operator. `account` is an email, or an id if the email is
 * ambiguous.
 */
export async function setAdministrator(
  database: Database,
  account: string,
  is_administrator: boolean,
): Promise<{ name: string; email: string; created_at: Date }> {
  return database.transaction(async (connection) => {
    const [found, ...others] = await selectAccounts(connection, account)
    if (!found)
      throw new Error(
        `There is no account "${account}". Ask the owner to register and sign in once, then run this command again.`,
      )
    if (others.length > 0) {
      const ids = [found, ...others].map(
        ({ id, created_at }) => `${id} (created ${created_at.toISOString()})`,
      )
      throw new Error(
        `Several accounts have the address "${account}". Use the id of the one you mean:\n${ids.join('\n')}`,
      )
    }
    await updateIsAdministrator(connection, found.id, is_administrator)
    return { name: teacherName(found) ?? '', email: found.email ?? account, created_at: found.created_at }
  })
}

/** All accounts, administrators first. */
export const listAllAccounts = (database: Database): Promise<TeacherRow[]> => selectAllAccounts(database)

export const hasAccounts = (connection: Connection): Promise<boolean> => selectHasAccounts(connection)

/** Whether an account has the role stored; administrators by `ADMIN_EMAILS` or by a token do not count. */
export const hasAdministrator = (connection: Connection): Promise<boolean> =>
  selectHasAdministrator(connection)

export const makeAdministrator = (connection: Connection, id: string): Promise<void> =>
  updateIsAdministrator(connection, id, true)

/** Any fixed number, different from that of the migrations. */
const accountsKey = 7_366_276

/** Until this transaction ends, no other creates an account or changes a role. */
export async function lockAccounts(connection: Connection): Promise<void> {
  await connection.query('select pg_advisory_xact_lock($1)', [accountsKey])
}

export type { ListedAccount } from './store.ts'

/** Every account with an email address, to be compared with a list of teachers. */
export const listAccountsWithEmail = selectListedAccounts

interface Invited {
  id: string
  /** Null if the school's sign-in service provides it at the first sign-in. */
  subject: string | null
  email: string
  first_name: string
  last_name: string
  is_administrator: boolean
  /** False if they had already registered by themselves. */
  isNew: boolean
}

/** Creates an account for somebody who has never signed in; false if it exists. */
export function addInvited(
  connection: Connection,
  { subject, isNew, ...invited }: Invited,
  now: Date,
): Promise<boolean> {
  const times = { listed_at: now, invited_at: isNew ? now : null, created_at: now }
  return insertInvited(connection, { ...invited, ...times, subject: subject ?? subjectOfInvited(invited.id) })
}

export const updateListedAccounts = updateListed

export const listAdministrators = selectAdministrators
