import type { Student } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import classes from './class-groups.module.css'

/** Who the student is. The descriptor is left out where there is none. */
export function StudentCard({ student }: { student: Student }) {
  const { t } = useTranslation('classes')
  const { descriptor } = student
  return (
    <section aria-label={t('card.title')} className={classes.card}>
      <dl>
        {(['first_name', 'last_name', 'email', 'external_student_id'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`column.${name}`)}</dt>
            <dd>{student[name] ?? '–'}</dd>
          </div>
        ))}
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
