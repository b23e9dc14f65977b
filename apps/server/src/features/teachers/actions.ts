import { randomUUID } from 'node:crypto'
import { isProfileComplete, Problem, type ProfileInput, type Teacher } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { Person } from '../../outside/identity/identity.ts'
import type { Queue } from '../../outside/queue/queue.ts'
import { readUsage } from '../allowance/actions.ts'
import { isErasedSince } from '../erasure/ask-erasure.ts'
import { createSamples } from '../samples/create-samples.ts'
import { hasSamples } from '../samples/remove-samples.ts'
import { readOwnStorage } from '../storage/actions.ts'
import type { StorageQuota } from '../storage/rules.ts'
import { type Portals, readPortalAddress } from '../subscriptions/portal-address.ts'
import { lmsAccessOf } from './lms-access.ts'
import { planOf } from './plan.ts'
import { isAdministrator, toTeacher } from './rules.ts'
import {
  insertTeacher,
  selectOptionalTeacherBySubject,
  selectTeacher,
  type TeacherRow,
  updateContact,
  updateProfile,
  updateProfileCompleted,
} from './store.ts'
import { needsTwoFactor, type TwoFactorParts } from './two-factor.ts'

/** Any fixed number, different from that of the migrations. */
const registrationKey = 7_366_276

export interface TeachersParts {
  database: Database
  adminEmails: string[]
}

const erased = () => new Problem('not_signed_in', 'This account has been deleted. Sign in again to create a new one.')

async function register(database: Database, { subject, email, picture, issuedAt }: Person): Promise<void> {
  await database.transaction(async (connection) => {
    await connection.query('select pg_advisory_xact_lock($1)', [registrationKey])
    if (await isErasedSince(connection, subject, issuedAt)) throw erased()
    await insertTeacher(connection, { id: randomUUID(), subject, email, picture, created_at: new Date() })
  })
}

async function knownOrNew(database: Database, person: Person): Promise<TeacherRow> {
  const known = await selectOptionalTeacherBySubject(database, person.subject)
  if (known) return known
  await register(database, person)
  const row = await selectOptionalTeacherBySubject(database, person.subject)
  if (!row) throw new Error('The new account cannot be read.')
  return row
}

/** The account of a verified person, created at the first call; the very first account is an administrator. */
export async function enter({ database, adminEmails }: TeachersParts, person: Person): Promise<Caller> {
  const row = await knownOrNew(database, person)
  if (row.erasing_since !== null) throw erased()
  const contact = { email: person.email ?? row.email, picture: person.picture ?? row.picture }
  if (contact.email !== row.email || contact.picture !== row.picture) await updateContact(database, row.id, contact)
  return {
    teacher_id: row.id,
    is_administrator: isAdministrator(row.is_administrator, person, adminEmails),
    person,
  }
}

interface ProfileParts extends Portals, TwoFactorParts {
  storageQuota: StorageQuota
  planLimits: boolean
}

export interface SaveProfileParts extends ProfileParts {
  queue: Queue
  /** Whether a teacher gets samples when the profile is complete for the first time. */
  givesSamples: boolean
}

async function view(parts: ProfileParts, row: TeacherRow, caller: Caller): Promise<Teacher> {
  const { database, planLimits } = parts
  const { is_administrator } = caller
  const now = new Date()
  const plan = planOf(row, planLimits)
  const usage = await readUsage(database, plan, now)
  const needsCode = await needsTwoFactor(parts, caller)
  return toTeacher(row, usage, {
    is_administrator,
    plan: plan.plan,
    lms: lmsAccessOf(row, planLimits, now),
    needsTwoFactor: needsCode,
    storage: await readOwnStorage(database, parts.storageQuota, plan),
    portalUrl: await readPortalAddress(database, parts, row.id),
    hasSamples: await hasSamples(database, row.id),
  })
}

export async function readProfile(parts: ProfileParts, caller: Caller): Promise<Teacher> {
  const row = await selectTeacher(parts.database, caller.teacher_id)
  if (row.profile_saved_at === null) throw new Problem('not_found', 'You have no profile yet. Save it once to create it.')
  return view(parts, row, caller)
}

export async function saveProfile(parts: SaveProfileParts, caller: Caller, input: ProfileInput): Promise<Teacher> {
  const { database, queue, givesSamples, planLimits } = parts
  const { language, ...profile } = input
  const now = new Date()
  const row = await database.transaction(async (connection) => {
    const saved = await updateProfile(connection, caller.teacher_id, profile, now)
    if (saved.profile_completed_at !== null || !isProfileComplete(profile)) return saved
    if (givesSamples) await createSamples(connection, queue, caller, { language, planLimits, now })
    return updateProfileCompleted(connection, caller.teacher_id, now)
  })
  queue.wake()
  return view(parts, row, caller)
}
