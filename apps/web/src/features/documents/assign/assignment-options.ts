import { type ClassGroup, type Student, teacherRoutes } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../lib/call/call.ts'

/** The students and classes a document can be assigned to. */
export interface AssignmentOptions {
  students: readonly Student[]
  classes: readonly ClassGroup[]
  loading: boolean
  /** The error when one of the lists failed to load; null otherwise. */
  failure: unknown
}

const keys = { students: ['students', 'choice'], classes: ['class-groups', 'choice'] } as const
const noRows: readonly never[] = []

/** The teacher's students and classes, for choosers. They load once `wanted`, after the screen's main content. */
export function useAssignmentOptions(isEnabled: boolean): AssignmentOptions {
  const students = useQuery({
    queryKey: keys.students,
    queryFn: ({ signal }) => call(teacherRoutes.listStudents, {}, { signal }),
    enabled: isEnabled,
  })
  const classes = useQuery({
    queryKey: keys.classes,
    queryFn: ({ signal }) => call(teacherRoutes.listClassGroups, {}, { signal }),
    enabled: isEnabled,
  })
  const loading = students.isPending || classes.isPending
  const failure = students.error ?? classes.error ?? null
  return useMemo(
    () => ({ students: students.data ?? noRows, classes: classes.data ?? noRows, loading, failure }),
    [students.data, classes.data, loading, failure],
  )
}

/** True once it is known that there are neither students nor classes. */
export function hasNoOptions({ students, classes, loading, failure }: AssignmentOptions): boolean {
  return !loading && failure === null && students.length === 0 && classes.length === 0
}
