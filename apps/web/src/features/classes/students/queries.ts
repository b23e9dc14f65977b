import {
  type ClassGroup,
  Problem,
  rosterRoutes,
  type Student,
  type studentSorts,
  teacherRoutes,
} from '@penmark/contract'
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { call } from '../../../lib/call/call.ts'
import { className } from '../../../lib/format/format.ts'

export const studentKeys = {
  all: ['students'],
  pages: ['students', 'page'],
  count: ['students', 'count'],
  one: ['students', 'one'],
} as const

/** The list for choosers, shared by all screens. */
const classesKey = ['class-groups', 'choice'] as const

/** Students per page: many screenfuls, yet fast to load. */
const pageSize = 200

/** Which students are listed, and in which order. */
export interface Listing {
  search: string
  sort: (typeof studentSorts)[number]
  desc: boolean
}

export type Pages = InfiniteData<Student[]>

const searched = (search: string) => (search === '' ? {} : { search })

/** The loaded students of a search, sorted by the server, more on demand, and the total. */
export function useStudentPages({ search, sort, desc }: Listing) {
  const list = useInfiniteQuery({
    queryKey: [...studentKeys.pages, { search, sort, desc }],
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) =>
      call(
        teacherRoutes.listStudents,
        { ...searched(search), sort, order: desc ? 'desc' : 'asc', offset, limit: pageSize },
        { signal },
      ),
    getNextPageParam: (last, _pages, offset) => (last.length < pageSize ? null : offset + pageSize),
    placeholderData: keepPreviousData,
  })
  const count = useQuery({
    queryKey: [...studentKeys.count, search],
    queryFn: ({ signal }) => call(teacherRoutes.countStudents, searched(search), { signal }),
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
    /** The rows shown belong to the previous listing. */
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
    queryFn: ({ signal }) => call(teacherRoutes.readStudent, { id }, { signal }),
    retry: false,
  })
}

const none: readonly ClassGroup[] = []

/** All classes of the teacher, and a lookup of their names by id. */
export function useClasses() {
  const {
    data = none,
    isPending,
    error,
  } = useQuery({
    queryKey: classesKey,
    queryFn: ({ signal }) => call(teacherRoutes.listClassGroups, {}, { signal }),
  })
  const byId = useMemo(() => new Map(data.map((classGroup) => [classGroup.id, classGroup])), [data])
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

/** How many documents a student has; undefined while loading. */
export function useDocumentCount(student: Student | null) {
  const id = student?.id ?? ''
  return useQuery({
    queryKey: ['documents', 'count', id],
    queryFn: async ({ signal }) =>
      (await call(teacherRoutes.countDocuments, { student_id: id }, { signal })).total,
    enabled: student !== null,
  }).data
}

/** Invalidates everything that names students, after a change of a student or a membership. */
export function invalidateStudents(queryClient: QueryClient): Promise<unknown> {
  return Promise.all(
    [['students'], ['class-groups'], ['documents']].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}

/** Removes a student from a class. A student who is no longer in it counts as removed. */
export async function leaveClass(classId: string, studentId: string): Promise<void> {
  try {
    await call(rosterRoutes.removeClassStudent, { id: classId, student_id: studentId }, { keepalive: true })
  } catch (thrown) {
    if (!(thrown instanceof Problem && thrown.code === 'not_found')) throw thrown
  }
}
