import { randomUUID } from 'node:crypto'
import { isProfileComplete, Problem, type ProfileInput, type Teacher } from '@penmark/contract'
import type { Connection, Database } from '../../database/database.ts'
import type { Announce } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import type { Person } from '../../outside/identity/identity.ts'
import type { Queue } from '../../outside/queue/queue.ts'
import { readUsage } from '../allowance/actions.ts'
import { readOwnStorage } from '../storage/actions.ts'
import type { StorageQuota } from '../storage/rules.ts'
import { lmsAccessOf } from './lms-access.ts'
import { planOf } from './plan.ts'
import { isAdministrator, type ProfileExtras, toTeacher } from './rules.ts'
import {
  insertTeacher,
  selectHasAccounts,
  selectOptionalTeacherBySubject,
  selectTeacher,
  type TeacherRow,
  updateContact,
  updateProfile,
  updateProfileCompleted,
} from './store.ts'
import { needsTwoFactor, type TwoFactorDependencies } from './two-factor.ts'

/** Any fixed number, different from that of the migrations. */
const registrationKey = 7_366_276

export interface TeachersDependencies {
  database: Database
  adminEmails: string[]
  /** Whether the first account needs the setup code to become the administrator. */
  needsSetupCode: boolean
  /** Whether a token belongs to an account that was erased after the token was issued: it must not create the account again. */
  isErasedSince(connection: Connection, subject: string, issuedAt: Date | null): Promise<boolean>
}

const erased = () => new Problem('not_signed_in', 'This account has been deleted. Sign in again to create a new one.')

async function register(
  { database, needsSetupCode, isErasedSince }: TeachersDependencies,
  { subject, email, picture, issuedAt }: Person,
): Promise<void> {
  await database.transaction(async (connection) => {
    await connection.query('select pg_advisory_xact_lock($1)', [registrationKey])
    if (await isErasedSince(connection, subject, issuedAt)) throw erased()
    const is_administrator = !needsSetupCode && !(await selectHasAccounts(connection))
    await insertTeacher(connection, { id: randomUUID(), subject, email, picture, is_administrator, created_at: new Date() })
  })
}

async function knownOrNew(dependencies: TeachersDependencies, person: Person): Promise<TeacherRow> {
  const { database } = dependencies
  const known = await selectOptionalTeacherBySubject(database, person.subject)
  if (known) return known
  await register(dependencies, person)
  const row = await selectOptionalTeacherBySubject(database, person.subject)
  if (!row) throw new Error('The new account cannot be read.')
  return row
}

/** The account of a verified person, created at the first call; on this machine alone the very first account is an administrator. */
export async function enter(dependencies: TeachersDependencies, person: Person): Promise<Caller> {
  const { database, adminEmails } = dependencies
  const row = await knownOrNew(dependencies, person)
  if (row.erasing_since !== null) throw erased()
  const contact = { email: person.email ?? row.email, picture: person.picture ?? row.picture }
  if (contact.email !== row.email || contact.picture !== row.picture) await updateContact(database, row.id, contact)
  return {
    teacher_id: row.id,
    is_administrator: isAdministrator(row.is_administrator, person, adminEmails),
    person,
  }
}

interface ProfileDependencies extends TwoFactorDependencies {
  storageQuota: StorageQuota
  planLimits: boolean
  /** What the features above know of a teacher. */
  readExtras(teacher_id: string): Promise<ProfileExtras>
}

export interface SaveProfileDependencies extends ProfileDependencies {
  queue: Pick<Queue, 'wake'>
  announce: Announce
}

async function view(dependencies: ProfileDependencies, row: TeacherRow, caller: Caller): Promise<Teacher> {
  const { database, planLimits } = dependencies
  const { is_administrator } = caller
  const now = new Date()
  const plan = planOf(row, planLimits)
  const usage = await readUsage(database, plan, now)
  const needsCode = await needsTwoFactor(dependencies, caller)
  return toTeacher(row, usage, {
    is_administrator,
    plan: plan.plan,
    lms: lmsAccessOf(row, planLimits, now),
    needsTwoFactor: needsCode,
    storage: await readOwnStorage(database, dependencies.storageQuota, plan),
    ...(await dependencies.readExtras(row.id)),
  })
}

export async function readProfile(dependencies: ProfileDependencies, caller: Caller): Promise<Teacher> {
  const row = await selectTeacher(dependencies.database, caller.teacher_id)
  if (row.profile_saved_at === null) throw new Problem('not_found', 'You have no profile yet. Save it once to create it.')
  return view(dependencies, row, caller)
}

export async function saveProfile(dependencies: SaveProfileDependencies, caller: Caller, input: ProfileInput): Promise<Teacher> {
  const { database, queue, announce } = dependencies
  const { language, ...profile } = input
  const now = new Date()
  const row = await database.transaction(async (connection) => {
    const saved = await updateProfile(connection, caller.teacher_id, profile, now)
    if (saved.profile_completed_at !== null || !isProfileComplete(profile)) return saved
    await announce(connection, 'profileCompleted', { teacher_id: caller.teacher_id, language, now })
    return updateProfileCompleted(connection, caller.teacher_id, now)
  })
  queue.wake()
  return view(dependencies, row, caller)
}
