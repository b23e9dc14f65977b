import { Select, type SelectProps } from '@mantine/core'
import type { ClassGroup, Student } from '@penmark/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { className, studentName } from '../../../lib/names/names.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import type { AssignmentOptions } from './assignment-options.ts'

type Look = Pick<SelectProps, 'label' | 'aria-label' | 'placeholder' | 'error' | 'disabled' | 'clearable' | 'className'>

interface ChooserProps extends Look {
  value: string | null
  onChange: (id: string | null) => void
  /** Renders the list outside the field's container: a dialog would cut it off. */
  apart?: boolean
}

/** A shared collator takes a tenth of the time, and there may be thousands of names. */
const names = new Intl.Collator()

/** Enough to show that typing narrows the list. */
const optionsShown = 60

function Chooser({ data, nothing, apart = false, ...rest }: ChooserProps & { data: { value: string; label: string }[]; nothing: string }) {
  return (
    <Select
      searchable
      clearable
      limit={optionsShown}
      data={data}
      nothingFoundMessage={nothing}
      comboboxProps={{ withinPortal: apart }}
      {...rest}
    />
  )
}

/** Chooses one student by typing a part of the name, or of the details that distinguish students with the same name. */
export function StudentChooser({ students, ...rest }: ChooserProps & { students: readonly Student[] }) {
  const { t } = useTranslation('documents')
  const data = useMemo(() => {
    const met = new Map<string, number>()
    for (const student of students) met.set(studentName(student), (met.get(studentName(student)) ?? 0) + 1)
    return students
      .map((student) => {
        const name = studentName(student)
        const apart = student.external_student_id ?? student.email
        return { value: student.id, label: (met.get(name) ?? 0) > 1 && apart ? `${name} (${apart})` : name }
      })
      .sort((a, b) => names.compare(a.label, b.label))
  }, [students])
  return <Chooser data={data} nothing={t(students.length === 0 ? 'choose.noStudents' : 'choose.nothing')} {...rest} />
}

/** Chooses one class. */
export function ClassChooser({ classes, ...rest }: ChooserProps & { classes: readonly ClassGroup[] }) {
  const { t } = useTranslation('documents')
  const data = useMemo(
    () => classes.map((each) => ({ value: each.id, label: className(each) })).sort((a, b) => names.compare(a.label, b.label)),
    [classes],
  )
  return <Chooser data={data} nothing={t(classes.length === 0 ? 'choose.noClasses' : 'choose.nothing')} {...rest} />
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
