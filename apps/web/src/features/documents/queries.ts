import { type Document, listLimits, pollEveryMs, type ReadStatus, recentDocuments, teacherRoutes } from '@penmark/contract'
import { type InfiniteData, type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call/call.ts'
import { isInProgress, type Screen } from './status.ts'

export const documentKeys = {
  all: ['documents'],
  list: ['documents', 'list'],
  pages: ['documents', 'pages'],
  count: ['documents', 'count'],
  recent: ['documents', 'recent'],
} as const

/** How often to ask again, in milliseconds, while anything is in progress. */
function pollEvery(documents: readonly { status: ReadStatus }[] | undefined, screen: Screen): number | false {
  return documents?.some(({ status }) => isInProgress(status, screen)) ? pollEveryMs[screen] : false
}

const hasRunning = new WeakMap<readonly Document[], boolean>()

/** The same for a paged list. Pages never change in place, so each is checked once. */
export function pollPagesEvery(pages: readonly Document[][] | undefined): number | false {
  const isRunning = (page: Document[]) => {
    const known = hasRunning.get(page) ?? page.some(({ status }) => isInProgress(status))
    hasRunning.set(page, known)
    return known
  }
  return pages?.some(isRunning) ? pollEveryMs.documents : false
}

/** The owner of the requested documents; an absent id matches everybody. */
export interface DocumentOwner {
  student_id?: string
  class_group_id?: string
}

/** Loads every page, because search and sorting work on the whole list. */
async function listAll(owner: DocumentOwner, signal: AbortSignal): Promise<Document[]> {
  const limit = listLimits.largest
  const documents: Document[] = []
  for (;;) {
    const before = documents.at(-1)?.id
    const page = await call(teacherRoutes.listDocuments, before === undefined ? { ...owner, limit } : { ...owner, limit, before }, {
      signal,
    })
    documents.push(...page)
    if (page.length < limit) return documents
  }
}

/** All documents of a class or a student, which are never many. */
export function useDocuments(owner: DocumentOwner = {}) {
  return useQuery({
    queryKey: [...documentKeys.list, owner],
    queryFn: ({ signal }) => listAll(owner, signal),
    refetchInterval: ({ state }) => pollEvery(state.data, 'documents'),
  })
}

export function useRecent() {
  return useQuery({
    queryKey: documentKeys.recent,
    queryFn: async ({ signal }) => (await call(teacherRoutes.listRecent, {}, { signal })).slice(0, recentDocuments),
    refetchInterval: ({ state }) => pollEvery(state.data, 'dashboard'),
  })
}

/** The loaded pages of a list, each with the id it follows; null for the first. */
export type Pages = InfiniteData<Document[], string | null>

/** Removes a deleted document from every cached list. A list that was asked for before the deletion would bring it back, so it is not waited for. */
export async function removeCachedDocument(queryClient: QueryClient, id: string): Promise<void> {
  await queryClient.cancelQueries({ queryKey: documentKeys.all })
  updateCachedDocuments(queryClient, (documents) => documents.filter((document) => document.id !== id))
}

/** Changes documents in every cached list, until the server is asked again. */
export function updateCachedDocuments(queryClient: QueryClient, change: (documents: Document[]) => Document[]) {
  for (const queryKey of [documentKeys.list, documentKeys.recent]) {
    queryClient.setQueriesData<Document[]>({ queryKey }, (documents) => documents && change(documents))
  }
  queryClient.setQueriesData<Pages>({ queryKey: documentKeys.pages }, (cached) => cached && { ...cached, pages: cached.pages.map(change) })
}
