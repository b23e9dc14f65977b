import { notSpecified, Problem, teacherRoutes } from '@penmark/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../../lib/call/call.ts'
import { useSession } from '../../lib/session/session.tsx'
import { type FallbackReason, fallbackOf, type Identity, type LoadedProfile, profileOf, raiseUsage } from './profile.ts'

function fallBack(identity: Identity, reason: FallbackReason): LoadedProfile {
  return { profile: fallbackOf(identity), isFallback: true, reason }
}

async function fetchProfile(): Promise<LoadedProfile> {
  return { profile: profileOf(await call(teacherRoutes.readProfile, {})), isFallback: false, reason: null }
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
 * Fetches the profile; a missing one is created with defaults and fetched again. Throws for an account that may not enter; any other
 * failure falls back to identity data.
 */
export async function loadProfile(identity: Identity): Promise<LoadedProfile> {
  try {
    return await fetchProfile()
  } catch (thrown) {
    const code = thrown instanceof Problem ? thrown.code : 'unexpected'
    if (code === 'not_allowed') throw thrown
    if (code === 'not_signed_in') return fallBack(identity, 'token')
    if (code !== 'not_found') return fallBack(identity, 'fetch')
  }
  try {
    await createWithDefaults(identity)
  } catch {
    return fallBack(identity, 'create')
  }
  return fetchProfile().catch((thrown: unknown) => {
    const isMissing = thrown instanceof Problem && thrown.code === 'not_found'
    return fallBack(identity, isMissing ? 'missing' : 'refetch')
  })
}

export { displayName, mustCompleteProfile, specifiedName } from './profile.ts'

const keyOf = (id: string | undefined) => ['profile', id ?? '']

/** The signed-in teacher's profile. It fails for an account that may not enter, and for nothing else: see `isFallback`. */
export function useProfile() {
  const { user } = useSession()
  return useQuery({
    queryKey: keyOf(user?.id),
    queryFn: () => (user ? loadProfile(user) : Promise.reject(new Error('Nobody is signed in'))),
    enabled: user !== null,
    staleTime: 60_000,
  })
}

/** Raises the usage shown by what was just processed, then asks the server, whose figure wins. */
export function useRaiseUsage() {
  const queryClient = useQueryClient()
  const { user } = useSession()
  const id = user?.id
  return useCallback(
    (words: number, documents: number) => {
      queryClient.setQueryData<LoadedProfile>(keyOf(id), (loaded) =>
        loaded?.profile.usage
          ? { ...loaded, profile: { ...loaded.profile, usage: raiseUsage(loaded.profile.usage, words, documents) } }
          : loaded,
      )
      void queryClient.invalidateQueries({ queryKey: keyOf(id) })
    },
    [queryClient, id],
  )
}
