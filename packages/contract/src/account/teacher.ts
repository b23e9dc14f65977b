import * as z from 'zod/mini'
import { line } from '../values/scalars.ts'

/** Placeholder of the hosted identity provider for an unknown name; counts as empty. */
export const notSpecified = 'Not Specified'
export const teacherRoles = ['teacher', 'tutor', 'lecturer', 'admin', 'other'] as const
/** Use of learning platforms: in full, existing connections only, or none. */
export const lmsAccesses = ['full', 'connected', 'none'] as const
export type LmsAccess = (typeof lmsAccesses)[number]
export const planLabels = ['Free', 'Pro', 'Schools'] as const

const Name = line().check(z.minLength(1), z.maxLength(200))

/**
 * The fields a teacher may change (specification, decision 29): nothing else in a body is read. `role` grants
 * nothing.
 */
export const ProfileInput = z.object({
  first_name: Name,
  last_name: Name,
  school_name: Name,
  role: z.enum(teacherRoles),
  country: Name,
  state_county: Name,
  phone: z.nullish(line().check(z.maxLength(50))),
  address: z.nullish(line().check(z.maxLength(500))),
  how_did_you_hear: z.nullish(line().check(z.maxLength(200))),
  description: z.nullish(line().check(z.maxLength(2_000))),
  /** Language tag of the screens, used for the names of a new teacher's samples. */
  language: z.optional(z.string().check(z.maxLength(35))),
})
export type ProfileInput = z.infer<typeof ProfileInput>

export const Teacher = z.object({
  id: z.string(),
  _id: z.string(),
  /** Subject at the identity provider; the field's name is part of the API. */
  kinde_id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  school_name: z.string(),
  role: z.enum(teacherRoles),
  country: z.string(),
  state_county: z.string(),
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  how_did_you_hear: z.nullable(z.string()),
  /** About the teacher, in their own words. */
  description: z.nullable(z.string()),
  picture: z.nullable(z.string()),
  is_administrator: z.boolean(),
  /** An administrator who must turn on two-factor authentication before using admin calls. */
  needs_second_step: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  current_plan: z.enum(planLabels),
  /** Words a month; null is unlimited. */
  current_plan_word_limit: z.nullable(z.int()),
  current_plan_word_allowance: z.nullable(z.int()),
  /** Characters a month, if an administrator set them; null is unlimited, the default of every plan. */
  current_plan_char_limit: z.nullable(z.int()),
  /** Learning platforms belong to the Schools plan. */
  lms_access: z.enum(lmsAccesses),
  /** When the use of existing connections ends; null if it does not. */
  lms_access_until: z.nullable(z.iso.datetime()),
  pro_plan_activated_at: z.nullable(z.iso.datetime()),
  current_period_end: z.iso.datetime(),
  /** Page of the product that opens the billing portal; null if the teacher has none. */
  stripe_customer_portal_url: z.nullable(z.string()),
  words_used_current_cycle: z.int(),
  remaining_words_current_cycle: z.nullable(z.int()),
  chars_used_current_cycle: z.int(),
  remaining_chars_current_cycle: z.nullable(z.int()),
  documents_processed_current_cycle: z.int(),
  /** Whether documents that wait for words are read without being asked for, once there are enough. */
  reads_waiting: z.boolean(),
  /** Bytes used by the account's documents. */
  storage_used_bytes: z.int(),
  storage_limit_bytes: z.int(),
  /** Whether sample documents or a sample class still exist. */
  has_samples: z.boolean(),
})
export type Teacher = z.infer<typeof Teacher>

type ProfileFields = Pick<
  Teacher,
  'first_name' | 'last_name' | 'school_name' | 'state_county' | 'role' | 'country'
>

/** Whether the profile is complete (part 1, section 5); if not, the teacher is redirected to /profile. */
export function isProfileComplete(profile: Partial<ProfileFields>): boolean {
  const filled = (value: string | undefined) =>
    value !== undefined && value.trim() !== '' && value !== notSpecified
  const { first_name, last_name, school_name, state_county, role, country } = profile
  return [first_name, last_name, school_name, state_county].every(filled) && Boolean(role) && filled(country)
}
