import { routes } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call/call.ts'

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
