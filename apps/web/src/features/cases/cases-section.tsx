import type { CaseFilter } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDate } from '../../lib/format/format.ts'
import { SectionHeader } from '../../ui/page-header/page-header.tsx'
import rows from '../../ui/row-list/row-list.module.css'
import { caseAddress } from './addresses.ts'
import { CaseBadge } from './case-parts.tsx'
import classes from './cases.module.css'
import { useCases } from './queries.ts'

/** The cases of a class or a student; renders nothing where there are none. */
export function CasesSection({ filter }: { filter: Pick<CaseFilter, 'student_id' | 'class_group_id'> }) {
  const { t, i18n } = useTranslation('cases')
  const { data } = useCases(filter)
  const cases = data?.pages.flat() ?? []
  if (cases.length === 0) return null
  return (
    <section className={classes.section} aria-label={t('section')}>
      <SectionHeader title={t('section')} />
      <ul className={rows.list}>
        {cases.map(({ id, student_name, created_at, document_count, ...standing }) => (
          <li key={id} className={rows.row}>
            <span className={rows.words}>
              <Link to={caseAddress(id)}>{student_name}</Link>
              <span className={classes.soft}>
                {[t('openedOn', { date: formatDate(i18n, created_at) }), t('documents', { count: document_count })].join(' · ')}
              </span>
            </span>
            <CaseBadge {...standing} />
          </li>
        ))}
      </ul>
    </section>
  )
}
