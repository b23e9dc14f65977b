import { Problem } from '@penmark/contract'
import type { Connection, Database } from '../../database/database.ts'
import type { Person } from '../../outside/identity/identity.ts'
import {
  selectOptionalTeacher,
  selectOptionalTeacherForErasure,
  selectTeacher,
  selectTeachers,
  selectTeachersByEmail,
  type TeacherRow,
  updateErasing,
} from './store.ts'

/**
 * The account of a teacher who uses a program instead of signing in; it carries no role. Throws `not_signed_in` for an account that is
 * being erased, or is deactivated.
 */
export async function readAccount(database: Database, teacher_id: string): Promise<Person> {
  const { subject, email, first_name, last_name, picture, erasing_since, deactivated_at } = await selectTeacher(database, teacher_id)
  if (erasing_since !== null) throw new Problem('not_signed_in', 'This account has been deleted.')
  if (deactivated_at !== null) throw new Problem('not_signed_in', 'This account has been deactivated.')
  return { subject, email, emailVerified: false, givenName: first_name, familyName: last_name, picture, roles: [], issuedAt: null }
}

type Account = Pick<TeacherRow, 'subject' | 'email' | 'erasing_since'>

/** Null when the account is gone. One that is being erased is still found. */
export function findAccount(connection: Connection, teacher_id: string): Promise<Account | null> {
  return selectOptionalTeacher(connection, teacher_id)
}

/** Where to write to a teacher; null where no address is known, or the account is being erased. */
export async function readEmail(connection: Connection, teacher_id: string): Promise<string | null> {
  const account = await findAccount(connection, teacher_id)
  return account?.erasing_since === null ? account.email : null
}

/** What to call a teacher; null where no name is known. */
export async function readTeacherName(connection: Connection, teacher_id: string): Promise<string | null> {
  const { first_name, last_name } = await selectTeacher(connection, teacher_id)
  return [first_name, last_name].filter(Boolean).join(' ') || null
}

/** A teacher's school; null where none is known. */
export async function readOptionalSchool(connection: Connection, teacher_id: string): Promise<string | null> {
  return (await selectTeacher(connection, teacher_id)).school_name || null
}

/** The same account, locked until the transaction ends. */
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

/** The accounts with an email address, at most two: one address should have one account. None that is being erased. */
export function findAccountsByEmail(connection: Connection, email: string): Promise<{ id: string }[]> {
  return selectTeachersByEmail(connection, email)
}

/** The addresses of teachers, by id. */
export async function readEmails(connection: Connection, teacher_ids: string[]): Promise<Map<string, string | null>> {
  const accounts = await selectTeachers(connection, [...new Set(teacher_ids)])
  return new Map(accounts.map(({ id, email }) => [id, email]))
}
