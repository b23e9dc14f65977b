import { type ClassGroup, type Student, teacherRoutes } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { className, studentName } from '../../../lib/format/format.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import type { SearchSelectProps } from '../../../ui/search-select/opened-select.tsx'
import { SearchSelect } from '../../../ui/search-select/search-select.tsx'

type ChooserProps = Omit<SearchSelectProps, 'data' | 'nothingFoundMessage'>

/** A shared collator takes a tenth of the time, and there may be thousands of names. */
const collator = new Intl.Collator()

/**
 * Chooses one student by typing a part of the name, or of the details that distinguish students with the same
 * name.
 */
export function StudentChooser({ students, ...rest }: ChooserProps & { students: readonly Student[] }) {
  const { t } = useTranslation('documents')
  const data = useMemo(() => {
    const nameCounts = new Map<string, number>()
    for (const student of students)
      nameCounts.set(studentName(student), (nameCounts.get(studentName(student)) ?? 0) + 1)
    return students
      .map((student) => {
        const name = studentName(student)
        const distinguisher = student.external_student_id ?? student.email
        return {
          value: student.id,
          label: (nameCounts.get(name) ?? 0) > 1 && distinguisher ? `${name} (${distinguisher})` : name,
        }
      })
      .sort((a, b) => collator.compare(a.label, b.label))
  }, [students])
  return (
    <SearchSelect
      data={data}
      nothingFoundMessage={t(students.length === 0 ? 'choose.noStudents' : 'choose.nothing')}
      {...rest}
    />
  )
}

/** Chooses one class. */
export function ClassChooser({ classes, ...rest }: ChooserProps & { classes: readonly ClassGroup[] }) {
  const { t } = useTranslation('documents')
  const data = useMemo(
    () =>
      classes
        .map((classGroup) => ({ value: classGroup.id, label: className(classGroup) }))
        .sort((a, b) => collator.compare(a.label, b.label)),
    [classes],
  )
  return (
    <SearchSelect
      data={data}
      nothingFoundMessage={t(classes.length === 0 ? 'choose.noClasses' : 'choose.nothing')}
      {...rest}
    />
  )
}

/** Shown when students and classes could not be loaded. */
export function OptionsFailed({ people: { failure } }: { people: AssignmentOptions }) {
  const { t } = useTranslation('documents')
  if (failure === null) return null
  return (
    <Notice tone="error">
      <p>{t('choose.failed', { detail: detailOf(failure) })}</p>
    </Notice>
  )
}

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

/**
 * The teacher's students and classes, for choosers. They load once `isEnabled`, after the screen's main
 * content.
 */
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
