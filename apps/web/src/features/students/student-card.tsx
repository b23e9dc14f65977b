import type { Student } from '@penmark/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useClasses } from './queries.ts'
import classes from './students.module.css'

/** The details of a student. */
export function StudentCard({ student }: { student: Student }) {
  const { t } = useTranslation('students')
  const { namesOf, loading } = useClasses()
  const { first_name, last_name, email, external_student_id, class_group_ids, year_group, descriptor } = student
  const inClasses = namesOf(class_group_ids).join(', ')
  return (
    <dl className={classes.card} aria-label={t('card')}>
      <Fact label={t('field.first_name')}>{first_name}</Fact>
      <Fact label={t('field.last_name')}>{last_name}</Fact>
      <Fact label={t('field.email')}>{email && <a href={`mailto:${email}`}>{email}</a>}</Fact>
      <Fact label={t('field.external_student_id')}>{external_student_id}</Fact>
      {year_group && <Fact label={t('field.year_group')}>{year_group}</Fact>}
      <Fact label={t('column.classes')}>{loading && class_group_ids.length > 0 ? '…' : inClasses || t('class.none')}</Fact>
      {descriptor && (
        <Fact label={t('field.descriptor')} wide>
          {descriptor}
        </Fact>
      )}
    </dl>
  )
}

function Fact({ label, children, wide }: { label: string; children: ReactNode; wide?: boolean }) {
  return (
    <div className={classes.fact} data-wide={wide}>
      <dt>{label}</dt>
      <dd>{children || '–'}</dd>
    </div>
  )
}
