import { Problem } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Person } from '../../outside/identity/identity.ts'
import { selectTeacher } from './store.ts'

/**
 * The account of a teacher who uses a program instead of signing in; it carries no role. Throws `not_signed_in` for an account that is
 * being erased.
 */
export async function readAccount(database: Database, teacher_id: string): Promise<Person> {
  const { subject, email, first_name, last_name, picture, erasing_since } = await selectTeacher(database, teacher_id)
  if (erasing_since !== null) throw new Problem('not_signed_in', 'This account has been deleted.')
  return { subject, email, emailVerified: false, givenName: first_name, familyName: last_name, picture, roles: [], issuedAt: null }
}
