import { type ComparisonRequest, type SchoolMatch, schoolComparisonRoutes } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call/call.ts'

export const requestsAddress = '/comparison-requests'

export function requestAddress(id: string): string {
  return `${requestsAddress}/${encodeURIComponent(id)}`
}

/** A colleague by name; the address with which they sign in where they entered no name. */
export function nameOf({
  teacher_name,
  teacher_email,
}: Pick<SchoolMatch, 'teacher_name' | 'teacher_email'>): string {
  return teacher_name ?? teacher_email ?? '–'
}

/** A day as a moment that is the same day in every time zone of a school. */
export const noonOf = (day: string) => `${day}T12:00:00.000Z`

const keys = {
  setting: ['school-comparison'],
  requests: ['comparison-requests'],
  request: (id: string) => ['comparison-requests', id],
  /** Reports name the state of each request. */
  reports: ['comparisons', 'earlier'],
} as const

/** Whether texts are compared across teachers. */
export function useSchoolComparison(): boolean {
  const { data } = useQuery({
    queryKey: keys.setting,
    queryFn: ({ signal }) => call(schoolComparisonRoutes.readSchoolComparison, {}, { signal }),
  })
  return data?.is_on ?? false
}

export function useComparisonRequests() {
  return useQuery({
    queryKey: keys.requests,
    queryFn: ({ signal }) => call(schoolComparisonRoutes.listComparisonRequests, {}, { signal }),
    staleTime: 0,
  })
}

export function useComparisonRequest(id: string) {
  return useQuery({
    queryKey: keys.request(id),
    queryFn: ({ signal }) => call(schoolComparisonRoutes.readComparisonRequest, { id }, { signal }),
    staleTime: 0,
  })
}

/** Changes a request, and reads again what shows it. */
function useChange<Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () =>
      Promise.all(
        [keys.requests, keys.reports].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey, refetchType: 'active' }),
        ),
      ),
  })
}

export function useAskToCompare() {
  return useChange((matchId: string) => call(schoolComparisonRoutes.askToCompare, { id: matchId }))
}

export function useAnswer(id: string) {
  return useChange((state: 'agreed' | 'declined' | 'withdrawn') =>
    call(schoolComparisonRoutes.answerComparisonRequest, { id, state }),
  )
}

export function useTakeBack() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(schoolComparisonRoutes.cancelComparisonRequest, { id }),
    onSuccess: (_, id) => {
      queryClient.removeQueries({ queryKey: keys.request(id) })
      return queryClient.invalidateQueries({ queryKey: keys.reports })
    },
  })
}

/** What waits for the teacher: requests to answer, and passages that they asked for and have not read. */
export function waitsFor({ is_own, state, read_at }: ComparisonRequest): boolean {
  return is_own ? state === 'agreed' && read_at === null : state === 'waiting'
}
