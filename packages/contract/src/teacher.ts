import { z } from 'zod'

/** What the hosted identity gives when nothing is known; counts as empty everywhere. */
export const notSpecified = 'Not Specified'
export const teacherRoles = ['teacher', 'tutor', 'lecturer', 'admin', 'other'] as const
export const planLabels = ['Free', 'Pro', 'Schools'] as const

const Name = z.string().trim().min(1).max(200)

/** The fields a teacher may change (decision 29): nothing else in a body is read. `role` grants nothing. */
export const ProfileInput = z.object({
  first_name: Name,
  last_name: Name,
  school_name: Name,
  role: z.enum(teacherRoles),
  country: Name,
  state_county: Name,
  phone: z.string().trim().max(50).nullish(),
  address: z.string().trim().max(500).nullish(),
})
export type ProfileInput = z.infer<typeof ProfileInput>

export const Teacher = z.object({
  id: z.string(),
  _id: z.string(),
  /** Subject at the identity provider; the name is the wire's. */
  kinde_id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  school_name: z.string(),
  role: z.enum(teacherRoles),
  country: z.string(),
  state_county: z.string(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  picture: z.string().nullable(),
  is_administrator: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  current_plan: z.enum(planLabels),
  /** Words a month; null is unlimited. */
  current_plan_word_limit: z.int().nullable(),
  current_plan_word_allowance: z.int().nullable(),
  /** Characters a month, where an administrator set them; null is unlimited, as every plan is by itself. */
  current_plan_char_limit: z.int().nullable(),
  pro_plan_activated_at: z.iso.datetime().nullable(),
  current_period_end: z.iso.datetime(),
  /** Page of the product from which the billing portal opens; null while this teacher has none. */
  stripe_customer_portal_url: z.string().nullable(),
  words_used_current_cycle: z.int(),
  remaining_words_current_cycle: z.int().nullable(),
  chars_used_current_cycle: z.int(),
  remaining_chars_current_cycle: z.int().nullable(),
  documents_processed_current_cycle: z.int(),
})
export type Teacher = z.infer<typeof Teacher>

type ProfileFields = Pick<Teacher, 'first_name' | 'last_name' | 'school_name' | 'state_county' | 'role' | 'country'>

/** Whether the profile is effectively complete (part 1, section 5); if not, the teacher is led to /profile. */
export function isProfileComplete(profile: Partial<ProfileFields>): boolean {
  const filled = (value: string | undefined) => value !== undefined && value.trim() !== '' && value !== notSpecified
  const { first_name, last_name, school_name, state_county, role, country } = profile
  return [first_name, last_name, school_name, state_county].every(filled) && Boolean(role) && filled(country)
}
