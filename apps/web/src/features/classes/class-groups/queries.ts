import { type ClassGroup, teacherRoutes } from '@penmark/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call, takeAnswer } from '../../../lib/call/call.ts'

const keys = {
  classes: ['class-groups'],
  list: ['class-groups', 'list'],
  details: (id: string) => ['class-groups', 'one', id],
  students: ['students'],
  members: (id: string) => ['students', 'of-class', id],
  allStudents: ['students', 'all'],
  student: (id: string) => ['students', 'one', id],
} as const

export function useClassGroups() {
  return useQuery({
    queryKey: keys.list,
    queryFn: ({ signal }) => call(teacherRoutes.listClassGroups, {}, { signal }),
    initialData: () => takeAnswer(teacherRoutes.listClassGroups, {}),
  })
}

export function useClassGroup(id: string) {
  return useQuery({
    queryKey: keys.details(id),
    queryFn: ({ signal }) => call(teacherRoutes.readClassGroup, { id }, { signal }),
    initialData: () => takeAnswer(teacherRoutes.readClassGroup, { id }),
  })
}

/** The students of a class. */
export function useMembers(id: string) {
  return useQuery({
    queryKey: keys.members(id),
    queryFn: ({ signal }) =>
      call(teacherRoutes.listStudents, { class_group_id: id, sort: 'last_name', order: 'asc' }, { signal }),
  })
}

/** All students of the teacher, for choosers. */
export function useAllStudents() {
  return useQuery({
    queryKey: keys.allStudents,
    queryFn: ({ signal }) =>
      call(teacherRoutes.listStudents, { sort: 'last_name', order: 'asc' }, { signal }),
  })
}

export function useStudent(id: string) {
  return useQuery({
    queryKey: keys.student(id),
    queryFn: ({ signal }) => call(teacherRoutes.readStudent, { id }, { signal }),
  })
}

/** Caches the server's response about one class, and invalidates every list that may name it. */
export function cacheClassGroup(queryClient: QueryClient, classGroup: ClassGroup): void {
  queryClient.setQueryData(keys.details(classGroup.id), classGroup)
  void queryClient.invalidateQueries({ queryKey: keys.classes })
}

/** Invalidates classes and students after a change of membership. */
export function reloadMembers(queryClient: QueryClient): Promise<unknown> {
  return Promise.all(
    [keys.classes, keys.students].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  )
}

/**
 * Removes a class from the cached list until it is fetched again. A list that was asked for before would
 * bring it back.
 */
export async function removeCachedClassGroup(queryClient: QueryClient, id: string): Promise<void> {
  await queryClient.cancelQueries({ queryKey: keys.list })
  queryClient.setQueryData<ClassGroup[]>(keys.list, (classes) =>
    classes?.filter((classGroup) => classGroup.id !== id),
  )
}

/**
 * Removes a student from a class's cached list until it is fetched again. A list that was asked for before
 * would bring them back.
 */
export async function removeCachedMember(
  queryClient: QueryClient,
  classId: string,
  studentId: string,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey: keys.members(classId) })
  queryClient.setQueryData<{ id: string }[]>(keys.members(classId), (students) =>
    students?.filter(({ id }) => id !== studentId),
  )
}
