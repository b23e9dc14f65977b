import { Radio } from '@mantine/core'
import type { Student } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { studentName } from '../../../lib/format/format.ts'
import classes from './assign.module.css'

interface SameStudentQuestionProps {
  /** As it was written. */
  name: Pick<Student, 'first_name' | 'last_name'>
  /** Students who may be meant. */
  students: readonly Student[]
  /** The id of the one who is; null for somebody else, undefined while nobody has answered. */
  value: string | null | undefined
  onChange: (id: string | null) => void
}

const somebodyElse = 'somebody-else'

/** Asks whether a name means a student who is called almost the same, before a second one is made of it. */
export function SameStudentQuestion({ name, students, value, onChange }: SameStudentQuestionProps) {
  const { t } = useTranslation('documents')
  return (
    <Radio.Group
      label={t('newStudents.same', { name: studentName(name) })}
      value={value === undefined ? '' : (value ?? somebodyElse)}
      onChange={(chosen) => onChange(chosen === somebodyElse ? null : chosen)}
    >
      <div className={classes.modes}>
        {students.map((student) => (
          <Radio
            key={student.id}
            value={student.id}
            label={t('newStudents.same.yes', { name: studentName(student) })}
          />
        ))}
        <Radio value={somebodyElse} label={t('newStudents.same.no')} />
      </div>
    </Radio.Group>
  )
}
