import { schoolComparisonRoutes } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call/call.ts'
import { requestsKey } from './requests.ts'

/** A day as a moment that is the same day in every time zone of a school. */
export const noonOf = (day: string) => `${day}T12:00:00.000Z`

const keys = {
  setting: ['school-comparison'],
  requests: requestsKey,
  request: (id: string) => [...requestsKey, id],
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
