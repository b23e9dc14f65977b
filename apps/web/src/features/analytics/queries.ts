import { Problem, routes } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'

/** Under the documents' key, so that whatever changes a document refreshes the figures too. */
const keys = {
  all: ['documents', 'analytics'],
  classes: ['documents', 'analytics', 'classes'],
  one: ['documents', 'analytics', 'class'],
} as const

export function useAnalytics() {
  return useQuery({ queryKey: keys.all, queryFn: ({ signal }) => call(routes.readAnalytics, {}, { signal }) })
}

export function useClassTallies() {
  return useQuery({ queryKey: keys.classes, queryFn: ({ signal }) => call(routes.listClassTallies, {}, { signal }) })
}

/** One class, month by month; nothing is asked for while there is no id. */
export function useClassAnalytics(id: string | null) {
  return useQuery({
    queryKey: [...keys.one, id],
    queryFn: ({ signal }) => call(routes.readClassAnalytics, { id: id ?? '' }, { signal }),
    enabled: id !== null,
    retry: false,
  })
}

/** Whether an answer came that is not what the contract says. */
function isMisshapen(error: unknown): boolean {
  return error instanceof Problem && error.code === 'unexpected' && error.cause instanceof Error
}

/** What went wrong with the list of recent documents: the server's sentence, or that its answer has another shape. */
export function activityDetail(error: unknown, misshapen: string): string {
  return isMisshapen(error) ? misshapen : detailOf(error)
}
