import {
  isProfileComplete,
  notSpecified,
  type PlanId,
  Problem,
  planIds,
  type Teacher,
  teacherRoutes,
} from '@penmark/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call, takeAnswer } from '../../../lib/call/call.ts'
import { useSession } from '../../../lib/session/session.tsx'

/** Words of the current cycle. `limit` and `remaining` are null when the plan is unlimited. */
export interface Usage {
  limit: number | null
  used: number
  remaining: number | null
  documents: number
  /** Characters left of an administrator's monthly limit; null without one. */
  characters: { limit: number; remaining: number } | null
  /** Bytes used by the account's documents. */
  storage: { used: number; limit: number }
}

type ProfileField =
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'school_name'
  | 'role'
  | 'country'
  | 'state_county'
  | 'phone'
  | 'address'
  | 'how_did_you_hear'
  | 'description'
  | 'is_administrator'
  | 'needs_second_step'
  | 'has_samples'

/** The signed-in teacher as the screens know them; `usage` is null while only identity data is available. */
export type Profile = Pick<Teacher, ProfileField> &
  Partial<
    Pick<
      Teacher,
      'id' | 'created_at' | 'current_period_end' | 'lms_access' | 'lms_access_until' | 'reads_waiting'
    >
  > & {
    plan: PlanId
    usage: Usage | null
  }

/** The signed-in person, from the identity provider. */
interface Identity {
  id: string
  email: string
  givenName: string
  familyName: string
  roles: readonly (string | { key: string })[]
}

/** Why the profile shown comes from identity data. */
export type FallbackReason = 'fetch' | 'create' | 'refetch' | 'missing' | 'token'

export interface LoadedProfile {
  profile: Profile
  /** Made from identity data: shown, but never saved over the stored profile. */
  isFallback: boolean
  reason: FallbackReason | null
}

/** The plan behind a label, ignoring case; unknown is FREE. */
export function planOf(label: string | null | undefined): PlanId {
  return planIds.find((id) => id === label?.toUpperCase()) ?? 'FREE'
}

function charactersOf({
  current_plan_char_limit: limit,
  remaining_chars_current_cycle: remaining,
}: Teacher): Usage['characters'] {
  return limit === null || remaining === null ? null : { limit, remaining }
}

export function profileOf(teacher: Teacher): Profile {
  return {
    ...teacher,
    plan: planOf(teacher.current_plan),
    usage: {
      limit: teacher.current_plan_word_limit,
      used: teacher.words_used_current_cycle,
      remaining: teacher.remaining_words_current_cycle,
      documents: teacher.documents_processed_current_cycle,
      characters: charactersOf(teacher),
      storage: { used: teacher.storage_used_bytes, limit: teacher.storage_limit_bytes },
    },
  }
}

/**
 * An administrator by the identity provider's roles: the string `admin` or an object with that key, in any
 * case.
 */
export function hasAdminRole(roles: Identity['roles']): boolean {
  return roles.some((role) => (typeof role === 'string' ? role : role.key).toLowerCase() === 'admin')
}

function fallbackOf(identity: Identity): Profile {
  return {
    first_name: identity.givenName,
    last_name: identity.familyName,
    email: identity.email,
    school_name: notSpecified,
    role: 'teacher',
    country: notSpecified,
    state_county: notSpecified,
    phone: null,
    address: null,
    how_did_you_hear: null,
    description: null,
    is_administrator: hasAdminRole(identity.roles),
    needs_second_step: false,
    has_samples: false,
    plan: 'FREE',
    usage: null,
  }
}

/**
 * Whether the teacher must fill in the profile first; never asked on identity data, which may hide a complete
 * one.
 */
export function mustCompleteProfile({ profile, isFallback }: LoadedProfile): boolean {
  return !isFallback && !isProfileComplete(profile)
}

/**
 * Adds what was just processed, until the server's figure arrives. An unlimited plan keeps the server's
 * remaining words.
 */
export function raiseUsage(usage: Usage, words: number, documents = 1): Usage {
  const used = usage.used + words
  return {
    ...usage,
    used,
    remaining: usage.limit === null ? usage.remaining : Math.max(0, usage.limit - used),
    documents: usage.documents + documents,
  }
}

/** A name, or an empty string if it is unknown. */
export function specifiedName(name: string | undefined): string {
  return name === undefined || name === notSpecified ? '' : name.trim()
}

/** Full name, or the email address without one. */
export function displayName({
  first_name,
  last_name,
  email,
}: Pick<Profile, 'first_name' | 'last_name' | 'email'>): string {
  return `${specifiedName(first_name)} ${specifiedName(last_name)}`.trim() || email
}

function fallbackResult(identity: Identity, reason: FallbackReason): LoadedProfile {
  return { profile: fallbackOf(identity), isFallback: true, reason }
}

const loaded = (teacher: Teacher): LoadedProfile => ({
  profile: profileOf(teacher),
  isFallback: false,
  reason: null,
})

const fetchProfile = async (): Promise<LoadedProfile> => loaded(await call(teacherRoutes.readProfile, {}))

function arrivedProfile(): LoadedProfile | undefined {
  const teacher = takeAnswer(teacherRoutes.readProfile, {})
  return teacher && loaded(teacher)
}

function createWithDefaults({ givenName, familyName }: Identity) {
  return call(teacherRoutes.saveProfile, {
    first_name: givenName.trim() || notSpecified,
    last_name: familyName.trim() || notSpecified,
    school_name: notSpecified,
    role: 'teacher',
    country: notSpecified,
    state_county: notSpecified,
  })
}

/**
 * Fetches the profile; a missing one is created with defaults and fetched again. Throws for an account that
 * may not sign in; any other failure falls back to identity data.
 */
export async function loadProfile(identity: Identity): Promise<LoadedProfile> {
  try {
    return await fetchProfile()
  } catch (thrown) {
    const code = thrown instanceof Problem ? thrown.code : 'unexpected'
    if (code === 'not_allowed') throw thrown
    if (code === 'not_signed_in') return fallbackResult(identity, 'token')
    if (code !== 'not_found') return fallbackResult(identity, 'fetch')
  }
  try {
    await createWithDefaults(identity)
  } catch {
    return fallbackResult(identity, 'create')
  }
  return fetchProfile().catch((thrown: unknown) => {
    const isMissing = thrown instanceof Problem && thrown.code === 'not_found'
    return fallbackResult(identity, isMissing ? 'missing' : 'refetch')
  })
}

const keyOf = (id: string | undefined) => ['profile', id ?? '']

/** The signed-in teacher's profile. It fails only for an account that may not sign in: see `isFallback`. */
export function useProfile() {
  const { user } = useSession()
  return useQuery({
    queryKey: keyOf(user?.id),
    queryFn: () => (user ? loadProfile(user) : Promise.reject(new Error('Nobody is signed in'))),
    enabled: user !== null,
    staleTime: 60_000,
    ...(user && { initialData: arrivedProfile }),
  })
}

/** Raises the usage shown by what was just processed, then asks the server, whose figure wins. */
export function useRaiseUsage() {
  const queryClient = useQueryClient()
  const { user } = useSession()
  const id = user?.id
  return useCallback(
    (words: number, documents: number) => {
      queryClient.setQueryData<LoadedProfile>(keyOf(id), (known) =>
        known?.profile.usage
          ? {
              ...known,
              profile: { ...known.profile, usage: raiseUsage(known.profile.usage, words, documents) },
            }
          : known,
      )
      void queryClient.invalidateQueries({ queryKey: keyOf(id) })
    },
    [queryClient, id],
  )
}
