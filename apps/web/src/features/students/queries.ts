import { type ClassGroup, Problem, routes, type Student, type studentSorts } from '@penmark/contract'
import { type InfiniteData, keepPreviousData, type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { call } from '../../lib/call/call.ts'
import { className } from '../../lib/names/names.ts'

export const studentKeys = {
  all: ['students'],
  pages: ['students', 'page'],
  count: ['students', 'count'],
  one: ['students', 'one'],
} as const

/** The list for choosers, kept under the same key wherever it is asked for. */
const classesKey = ['class-groups', 'choice'] as const

/** Students in one page: a screenful many times over, and quick to read. */
const pageSize = 200

/** Which students are listed, and in which order. */
export interface Listing {
  search: string
  sort: (typeof studentSorts)[number]
  desc: boolean
}

export type Pages = InfiniteData<Student[]>

const searched = (search: string) => (search === '' ? {} : { search })

/** The students that are looked for, as far as they were read and as the server sorts them; more on demand, and how many there are in all. */
export function useStudentPages({ search, sort, desc }: Listing) {
  const list = useInfiniteQuery({
    queryKey: [...studentKeys.pages, { search, sort, desc }],
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) =>
      call(routes.listStudents, { ...searched(search), sort, order: desc ? 'desc' : 'asc', offset, limit: pageSize }, { signal }),
    getNextPageParam: (last, _pages, offset) => (last.length < pageSize ? null : offset + pageSize),
    placeholderData: keepPreviousData,
  })
  const count = useQuery({
    queryKey: [...studentKeys.count, search],
    queryFn: ({ signal }) => call(routes.countStudents, searched(search), { signal }),
    placeholderData: keepPreviousData,
  })
  const { data, hasNextPage, isFetching, fetchNextPage } = list
  const students = useMemo(() => data?.pages.flat(), [data])
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [fetchNextPage, hasNextPage, isFetching])
  return {
    students,
    /** Null while unknown. */
    total: count.data?.total ?? null,
    loading: list.isPending,
    /** What is shown belongs to the listing before. */
    searching: list.isPlaceholderData,
    error: list.isError && !data ? list.error : null,
    more: hasNextPage,
    loadMore,
    refetch: list.refetch,
  }
}

export function useStudent(id: string) {
  return useQuery({
    queryKey: [...studentKeys.one, id],
    queryFn: ({ signal }) => call(routes.readStudent, { id }, { signal }),
    retry: false,
  })
}

const none: readonly ClassGroup[] = []

/** Every class of the teacher, and the names of some of them by their ids. */
export function useClasses() {
  const {
    data = none,
    isPending,
    error,
  } = useQuery({
    queryKey: classesKey,
    queryFn: ({ signal }) => call(routes.listClassGroups, {}, { signal }),
  })
  const byId = useMemo(() => new Map(data.map((each) => [each.id, each])), [data])
  const namesOf = useCallback(
    (ids: readonly string[]) =>
      ids.flatMap((id) => {
        const known = byId.get(id)
        return known ? [className(known)] : []
      }),
    [byId],
  )
  return { classes: data, byId, namesOf, loading: isPending, error }
}

/** How many documents a student has; undefined until it is known. */
export function useDocumentCount(student: Student | null) {
  const id = student?.id ?? ''
  return useQuery({
    queryKey: ['documents', 'count', id],
    queryFn: async ({ signal }) => (await call(routes.countDocuments, { student_id: id }, { signal })).total,
    enabled: student !== null,
  }).data
}

/** After a student or a membership has changed: whatever names them is asked for again. */
export function invalidateStudents(queryClient: QueryClient): Promise<unknown> {
  return Promise.all([['students'], ['class-groups'], ['documents']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

/** Takes a student out of a class. Who is not in it, or no longer there, is out of it. */
export async function leaveClass(classId: string, studentId: string): Promise<void> {
  try {
    await call(routes.removeClassStudent, { id: classId, student_id: studentId }, { keepalive: true })
  } catch (thrown) {
    if (!(thrown instanceof Problem && thrown.code === 'not_found')) throw thrown
  }
}
