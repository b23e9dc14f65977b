import type { Student } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import classes from './class-groups.module.css'

/** The student's details. Year group and descriptor are left out when empty. */
export function StudentCard({ student }: { student: Student }) {
  const { t } = useTranslation('classes')
  const { year_group, descriptor } = student
  return (
    <section aria-label={t('card.title')} className={classes.card}>
      <dl>
        {(['first_name', 'last_name', 'email', 'external_student_id'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`column.${name}`)}</dt>
            <dd>{student[name] ?? '–'}</dd>
          </div>
        ))}
        {year_group && (
          <div>
            <dt>{t('card.yearGroup')}</dt>
            <dd>{year_group}</dd>
          </div>
        )}
        {descriptor && (
          <div className={classes.descriptor}>
            <dt>{t('card.descriptor')}</dt>
            <dd>{descriptor}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}
