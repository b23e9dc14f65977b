import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSession } from '../../lib/session/session.tsx'
import { loadProfile } from './load-profile.ts'
import { type LoadedProfile, raiseUsage } from './profile.ts'

export { displayName, mustCompleteProfile, specifiedName } from './profile.ts'

const keyOf = (id: string | undefined) => ['profile', id ?? '']

/** The signed-in teacher's profile. It never fails: see `isFallback`. */
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
