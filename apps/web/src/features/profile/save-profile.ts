import { type ProfileInput, routes } from '@penmark/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call/call.ts'

/** Saves the profile and fetches it again before it counts as done. */
export function useSaveProfile() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: ProfileInput) => call(routes.saveProfile, input),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['profile'] }),
  })
}
