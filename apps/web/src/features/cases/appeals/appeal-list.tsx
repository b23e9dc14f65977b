import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDate } from '../../../lib/format/format.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import rows from '../../../ui/row-list/row-list.module.css'
import { appealAddress } from '../addresses.ts'
import classes from '../cases.module.css'
import { useAppeals } from './queries.ts'

/** The appeals that the teacher decides; renders nothing where there are none. */
export function AppealList() {
  const { t, i18n } = useTranslation('cases')
  const appeals = useAppeals().data ?? []
  if (appeals.length === 0) return null
  return (
    <section className={classes.appeals} aria-label={t('appeals.title')}>
      <SectionHeader title={t('appeals.title')} />
      <p>{t('appeals.lead')}</p>
      <ul className={rows.list}>
        {appeals.map(({ id, student_name, teacher_name, outcome, appealed_at, ended_at, new_outcome }) => (
          <li key={id} className={rows.row}>
            <span className={rows.words}>
              <Link to={appealAddress(id)}>{student_name}</Link>
              <span className={classes.soft}>
                {[
                  t('appeals.against', { outcome: t(`outcome.${outcome}`) }),
                  teacher_name && t('appeals.by', { name: teacher_name }),
                  t('appeals.on', { date: formatDate(i18n, appealed_at) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            {ended_at === null ? (
              <Badge tone="warning">{t('appeals.open')}</Badge>
            ) : (
              <Badge tone="success">{new_outcome === null ? t('appeals.upheld') : t('appeals.changed')}</Badge>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
