import { type LtiChoice, type LtiPlatformInput, routes } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call/call.ts'

const key = ['lti-platforms']
const launchKey = 'lti-launch'

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

/** Ids that are divided by commas. */
export const listed = (value: string): string[] =>
  value
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')

/** Says which deployments of a platform may launch. */
export function useChangePlatform() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: { id: string; deployment_ids: string[] }) => call(routes.changeLtiPlatform, change),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })
}

/** Makes an address with which one platform registers itself. */
export function useInvitePlatform() {
  return useMutation({ mutationFn: () => call(routes.inviteLtiPlatform, {}) })
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
    queryKey: [launchKey, ticket],
    queryFn: () => call(routes.openLtiLaunch, { ticket }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** Says what the course of a launch shall link to. */
export function useAnswerLaunch(ticket: string) {
  return useMutation({ mutationFn: (choice: LtiChoice) => call(routes.answerLtiLaunch, { ticket, ...choice }) })
}

/** The course that a class came from. */
export function useCourse(classId: string) {
  return useQuery({ queryKey: ['lti-course', classId], queryFn: () => call(routes.readLtiCourse, { id: classId }), retry: false })
}

/** Brings the students of a class in line with the course that it came from; every list of students is read anew. */
export function useAddStudents(classId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(routes.addLtiStudents, { id: classId }),
    // But for the launch that led here: a launch is followed once.
    onSuccess: () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== launchKey }),
  })
}

export function useConfirmLaunch(ticket: string) {
  return useMutation({ mutationFn: () => call(routes.openLtiLaunch, { ticket, confirm: true }) })
}
