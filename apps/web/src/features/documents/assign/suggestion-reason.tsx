import type { Student } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import classes from './assign.module.css'
import type { Match } from './match-names.ts'

/** Why the student of a row is suggested; nothing if none is. */
export function SuggestionReason({
  match,
  students,
}: {
  match: Match | undefined
  students: readonly Pick<Student, 'id' | 'first_name' | 'last_name'>[]
}) {
  const { t } = useTranslation('documents')
  const student = students.find(({ id }) => id === match?.student_id)
  if (match === undefined || student === undefined) return null
  const { first_name, last_name } = student
  return <span className={classes.suggested}>{t(`panel.by.${match.reason}`, { first_name, last_name })}</span>
}
