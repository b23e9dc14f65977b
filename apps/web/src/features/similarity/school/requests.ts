import { type ComparisonRequest, comparisonRequestRoutes, type SchoolMatch } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call/call.ts'

export const requestsKey = ['comparison-requests'] as const

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

export function useComparisonRequests() {
  return useQuery({
    queryKey: requestsKey,
    queryFn: ({ signal }) => call(comparisonRequestRoutes.listComparisonRequests, {}, { signal }),
    staleTime: 0,
  })
}

/** What waits for the teacher: requests to answer, and passages that they asked for and have not read. */
export function waitsFor({ is_own, state, read_at }: ComparisonRequest): boolean {
  return is_own ? state === 'agreed' && read_at === null : state === 'waiting'
}
