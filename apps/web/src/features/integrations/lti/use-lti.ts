import { type LtiPlatformInput, routes } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call/call.ts'

const key = ['lti-platforms']

/** Learning platforms of this installation, for its administrators. */
export function usePlatforms() {
  return useQuery({ queryKey: key, queryFn: () => call(routes.listLtiPlatforms, {}), staleTime: 0 })
}

export function useAddPlatform() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: LtiPlatformInput) => call(routes.addLtiPlatform, input),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })
}

export function useRemovePlatform() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(routes.removeLtiPlatform, { id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })
}

/** Follows a launch; asked anew with every look, because a launch is followed once. */
export function useLaunch(ticket: string) {
  return useQuery({
    queryKey: ['lti-launch', ticket],
    queryFn: () => call(routes.openLtiLaunch, { ticket }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** Adds the students of the course that a class came from. */
export function useAddStudents(classId: string) {
  return useMutation({ mutationFn: () => call(routes.addLtiStudents, { id: classId }) })
}

export function useConfirmLaunch(ticket: string) {
  return useMutation({ mutationFn: () => call(routes.openLtiLaunch, { ticket, confirm: true }) })
}
