import { type DocumentStatus, pollEveryMs, recentDocuments, routes } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call/call.ts'
import { isInProgress, type Screen } from './status.ts'

export const documentKeys = {
  all: ['documents'],
  list: ['documents', 'list'],
  recent: ['documents', 'recent'],
} as const

/** How often to ask again, in milliseconds, while anything is in progress. */
function pollEvery(screen: Screen) {
  return ({ state }: { state: { data: readonly { status: DocumentStatus }[] | undefined } }) =>
    state.data?.some(({ status }) => isInProgress(status, screen)) ? pollEveryMs[screen] : false
}

export function useDocuments() {
  return useQuery({
    queryKey: documentKeys.list,
    queryFn: ({ signal }) => call(routes.listDocuments, {}, { signal }),
    refetchInterval: pollEvery('documents'),
  })
}

export function useRecent() {
  return useQuery({
    queryKey: documentKeys.recent,
    queryFn: async ({ signal }) => (await call(routes.listRecent, {}, { signal })).slice(0, recentDocuments),
    refetchInterval: pollEvery('dashboard'),
  })
}
