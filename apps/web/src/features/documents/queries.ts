import {
  type Document,
  type DocumentFilter,
  listLimits,
  pollEveryMs,
  type ReadStatus,
  type RecentDocument,
  recentDocuments,
  type StandingFilter,
  teacherRoutes,
} from '@penmark/contract'
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { call, takeAnswer } from '../../lib/call/call.ts'
import { firstPageSize, ownDocuments } from './first-page.ts'
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

const listKey = (owner: DocumentOwner) => [...documentKeys.list, owner] as const
const firstPageKey = (owner: DocumentOwner) => [...documentKeys.list, owner, 'first'] as const
const firstPageOf = (owner: DocumentOwner) => ({ ...owner, limit: firstPageSize })

/** A first page may be continued for as long as queries count as fresh. */
const continuableMs = 1_000

/**
 * Loads every page, because sorting works on the whole list. The first time a small page comes first, which a
 * screen shows at once.
 */
async function listAll(
  queryClient: QueryClient,
  owner: DocumentOwner,
  signal: AbortSignal,
): Promise<Document[]> {
  const documents: Document[] = []
  if (queryClient.getQueryData(listKey(owner)) === undefined) {
    const known = queryClient.getQueryState<Document[]>(firstPageKey(owner))
    const isFresh = known !== undefined && Date.now() - known.dataUpdatedAt < continuableMs
    const first =
      (isFresh && known.data) || (await call(teacherRoutes.listDocuments, firstPageOf(owner), { signal }))
    if (first.length < firstPageSize) return first
    queryClient.setQueryData(firstPageKey(owner), first)
    documents.push(...first)
  }
  const limit = listLimits.largest
  for (;;) {
    const before = documents.at(-1)?.id
    const page = await call(
      teacherRoutes.listDocuments,
      before === undefined ? { ...owner, limit } : { ...owner, limit, before },
      {
        signal,
      },
    )
    documents.push(...page)
    if (page.length < limit) return documents
  }
}

/**
 * The documents of a class or a student. A whole year has thousands, so the newest are shown before all are
 * loaded.
 */
export function useDocuments(owner: DocumentOwner = {}) {
  const queryClient = useQueryClient()
  const { data: first } = useQuery<Document[]>({
    queryKey: firstPageKey(owner),
    queryFn: skipToken,
    initialData: () => takeAnswer(teacherRoutes.listDocuments, firstPageOf(owner)),
  })
  const { data, error, refetch } = useQuery({
    queryKey: listKey(owner),
    queryFn: ({ signal }) => listAll(queryClient, owner, signal),
    refetchInterval: ({ state }) => pollEvery(state.data, 'documents'),
    initialData: () => (first && first.length < firstPageSize ? first : undefined),
  })
  const shown = data ?? first
  return {
    /** Undefined until every one is loaded. */
    all: data,
    /** Those loaded so far, newest first; undefined before the first answer. */
    shown,
    /** Why there are none to show. */
    error: shown === undefined ? error : null,
    refetch,
  }
}

/**
 * How many documents match a filter; undefined while unknown. A list that was loaded as a whole needs no
 * count.
 */
export function useDocumentCount(filter: DocumentFilter, { isNeeded = true } = {}): number | undefined {
  return useQuery({
    queryKey: [...documentKeys.count, filter],
    queryFn: ({ signal }) => call(teacherRoutes.countDocuments, filter, { signal }),
    placeholderData: keepPreviousData,
    enabled: isNeeded,
    initialData: () => (isNeeded ? takeAnswer(teacherRoutes.countDocuments, filter) : undefined),
  }).data?.total
}

const newest = (documents: RecentDocument[]) => documents.slice(0, recentDocuments)

export function useRecent() {
  return useQuery({
    queryKey: documentKeys.recent,
    queryFn: async ({ signal }) => newest(await call(teacherRoutes.listRecent, {}, { signal })),
    refetchInterval: ({ state }) => pollEvery(state.data, 'dashboard'),
    initialData: () => {
      const arrived = takeAnswer(teacherRoutes.listRecent, {})
      return arrived && newest(arrived)
    },
  })
}

/** The newest documents that a chip lists; undefined while they load, and without a chip. */
export function useNewest(standing: StandingFilter | '') {
  return useQuery({
    queryKey: [...documentKeys.recent, standing],
    queryFn:
      standing === ''
        ? skipToken
        : ({ signal }) =>
            call(
              teacherRoutes.listDocuments,
              { standing, ...ownDocuments, limit: recentDocuments },
              { signal },
            ),
    refetchInterval: ({ state }) => pollEvery(state.data, 'dashboard'),
  })
}

/** The loaded pages of a list, each with the id it follows; null for the first. */
export type Pages = InfiniteData<Document[], string | null>

/**
 * Removes a deleted document from every cached list. A list that was asked for before the deletion would
 * bring it back, so it is not waited for.
 */
export async function removeCachedDocument(queryClient: QueryClient, id: string): Promise<void> {
  await queryClient.cancelQueries({ queryKey: documentKeys.all })
  updateCachedDocuments(queryClient, (documents) => documents.filter((document) => document.id !== id))
}

/** Changes documents in every cached list, until the server is asked again. */
export function updateCachedDocuments(
  queryClient: QueryClient,
  change: (documents: Document[]) => Document[],
) {
  for (const queryKey of [documentKeys.list, documentKeys.recent]) {
    queryClient.setQueriesData<Document[]>({ queryKey }, (documents) => documents && change(documents))
  }
  queryClient.setQueriesData<Pages>(
    { queryKey: documentKeys.pages },
    (cached) => cached && { ...cached, pages: cached.pages.map(change) },
  )
}
