import { notSpecified, type PlanId, planName, type Teacher } from '@penmark/contract'
import type { Person } from '../../../services/identity/identity.ts'
import type { Usage } from '../allowance/actions.ts'
import type { Access } from './plan.ts'
import type { TeacherRow } from './store.ts'

/** Lower-case roles or groups of the identity provider. */
export interface RoleRules {
  /**
   * Those that make an administrator; without them the role is taken away. Null if the operator names none.
   */
  administrators: string[] | null
  /** Those that give access; null gives it to everybody. */
  teachers: string[] | null
}

const hasAnyRole = ({ roles }: Person, values: string[]) =>
  roles.some((role) => values.includes(role.toLowerCase()))

/** Whether the token makes its owner an administrator; null if the operator names no roles that do. */
export function isAdministratorByToken(person: Person, { administrators }: RoleRules): boolean | null {
  return administrators && hasAnyRole(person, administrators)
}

/** Whether the identity provider's roles give a person access. */
export function hasAccessRole(person: Person, { administrators, teachers }: RoleRules): boolean {
  return teachers === null || hasAnyRole(person, teachers) || hasAnyRole(person, administrators ?? [])
}

/**
 * Whether a person is an administrator: by the account's stored flag, by the role `admin` in the token if the
 * operator names no roles (named ones set the flag), or by a verified address in `ADMIN_EMAILS`. Anyone can
 * type an unverified address.
 */
export function isAdministrator(
  stored: boolean,
  person: Person,
  adminEmails: string[],
  { administrators }: RoleRules,
): boolean {
  const isNamed =
    person.emailVerified && person.email !== null && adminEmails.includes(person.email.toLowerCase())
  return stored || isNamed || (administrators === null && hasAnyRole(person, ['admin']))
}

/** What the features above the accounts add to a profile. */
export interface ProfileExtras {
  /** Null for a teacher who never paid. */
  portalUrl: string | null
  hasSamples: boolean
}

interface ProfileState extends ProfileExtras {
  plan: PlanId
  lms: Access
  is_administrator: boolean
  needsTwoFactor: boolean
  storage: { used: number; limit: number }
}

/** The profile in its wire format. */
export function toTeacher(row: TeacherRow, usage: Usage, state: ProfileState): Teacher {
  const { plan, lms, is_administrator, needsTwoFactor, portalUrl, hasSamples, storage } = state
  return {
    id: row.id,
    _id: row.id,
    kinde_id: row.subject,
    email: row.email ?? '',
    first_name: row.first_name ?? notSpecified,
    last_name: row.last_name ?? notSpecified,
    school_name: row.school_name ?? notSpecified,
    role: row.role ?? 'teacher',
    country: row.country ?? notSpecified,
    state_county: row.state_county ?? notSpecified,
    phone: row.phone,
    address: row.address,
    how_did_you_hear: row.how_did_you_hear,
    description: row.description,
    picture: row.picture,
    is_administrator,
    needs_second_step: needsTwoFactor,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    current_plan: planName[plan] as Teacher['current_plan'],
    current_plan_word_limit: usage.limit,
    current_plan_word_allowance: usage.limit,
    current_plan_char_limit: usage.characters.limit,
    lms_access: lms.access,
    lms_access_until: lms.until?.toISOString() ?? null,
    pro_plan_activated_at: row.pro_plan_activated_at?.toISOString() ?? null,
    current_period_end: usage.cycle.end.toISOString(),
    stripe_customer_portal_url: portalUrl,
    words_used_current_cycle: usage.used,
    remaining_words_current_cycle: usage.remaining,
    chars_used_current_cycle: usage.characters.used,
    remaining_chars_current_cycle: usage.characters.remaining,
    documents_processed_current_cycle: usage.documents,
    reads_waiting: row.reads_waiting,
    storage_used_bytes: storage.used,
    storage_limit_bytes: storage.limit,
    has_samples: hasSamples,
  }
}

/** A teacher's first and last name as far as they are known; null without either. */
export function teacherName({
  first_name,
  last_name,
}: {
  first_name?: string | null
  last_name?: string | null
}): string | null {
  return [first_name, last_name].filter(Boolean).join(' ') || null
}
