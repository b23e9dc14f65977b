import {
  integrationRoutes,
  type LtiChoice,
  type LtiPlatformInput,
  writingTaskRoutes,
} from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call/call.ts'

const key = ['lti-platforms']
const launchKey = 'lti-launch'

/** Learning platforms of this installation, for its administrators. */
export function usePlatforms() {
  return useQuery({
    queryKey: key,
    queryFn: () => call(integrationRoutes.listLtiPlatforms, {}),
    staleTime: 0,
  })
}

export function useAddPlatform() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: LtiPlatformInput) => call(integrationRoutes.addLtiPlatform, input),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })
}

/** Splits a comma-separated list of ids. */
export const splitIds = (value: string): string[] =>
  value
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')

/** Sets which deployments of a platform may launch. */
export function useChangePlatform() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: { id: string; deployment_ids: string[] }) =>
      call(integrationRoutes.changeLtiPlatform, change),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })
}

/** Creates an address with which one platform registers itself. */
export function useInvitePlatform() {
  return useMutation({ mutationFn: () => call(integrationRoutes.inviteLtiPlatform, {}) })
}

export function useRemovePlatform() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(integrationRoutes.removeLtiPlatform, { id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })
}

/** Follows a launch; never cached, because a launch can be followed only once. */
export function useLaunch(ticket: string) {
  return useQuery({
    queryKey: [launchKey, ticket],
    queryFn: () => call(integrationRoutes.openLtiLaunch, { ticket }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** Sends what the course of a launch should link to. */
export function useAnswerLaunch(ticket: string) {
  return useMutation({
    mutationFn: (choice: LtiChoice) => call(integrationRoutes.answerLtiLaunch, { ticket, ...choice }),
  })
}

/**
 * The teacher's newest writing tasks that students can write: those with a class. Loaded again when the
 * teacher returns to this tab.
 */
export function useLinkableTasks(isNeeded: boolean) {
  return useQuery({
    queryKey: ['writing-tasks', 'linkable'],
    queryFn: async () => {
      const tasks = await call(writingTaskRoutes.listWritingTasks, { limit: 200 })
      return tasks.filter(({ class_group_id }) => class_group_id !== null)
    },
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    enabled: isNeeded,
  })
}

/** The course that a class came from. */
export function useCourse(classId: string) {
  return useQuery({
    queryKey: ['lti-course', classId],
    queryFn: () => call(integrationRoutes.readLtiCourse, { id: classId }),
    retry: false,
  })
}

/** Updates the students of a class from its course, and reloads every list of students. */
export function useAddStudents(classId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(integrationRoutes.addLtiStudents, { id: classId }),
    // Except the launch that led here, which can be followed only once.
    onSuccess: () =>
      queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== launchKey }),
  })
}

export function useConfirmLaunch(ticket: string) {
  return useMutation({ mutationFn: () => call(integrationRoutes.openLtiLaunch, { ticket, confirm: true }) })
}
