import { Button } from '@mantine/core'
import { type CaseEntry, type CaseFilter, type CaseSummary, Problem } from '@penmark/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDate, formatTime } from '../../lib/format/format.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { BackTo, PageHeader, SectionHeader } from '../../ui/page-header/page-header.tsx'
import { EmptyState, LoadError } from '../../ui/page-state/page-state.tsx'
import rows from '../../ui/row-list/row-list.module.css'
import textClasses from '../../ui/theme/text.module.css'
import { caseAddress, caseListAddress } from './addresses.ts'
import classes from './cases.module.css'
import { useCases } from './queries.ts'

const tones = { new: 'neutral', asked: 'info', answered: 'warning', decided: 'success' } as const

/** The state of a case, or its outcome once decided. No outcome is shown as an alarm. */
export function CaseBadge({
  state,
  outcome,
  is_under_appeal,
}: Pick<CaseSummary, 'state' | 'outcome' | 'is_under_appeal'>) {
  const { t } = useTranslation('cases')
  if (is_under_appeal) return <Badge tone="warning">{t('state.appealed')}</Badge>
  return <Badge tone={tones[state]}>{outcome === null ? t(`state.${state}`) : t(`outcome.${outcome}`)}</Badge>
}

/** A titled part of a case or an appeal. */
export function Part({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section
      id={id}
      className={classes.section}
      aria-label={title}
      tabIndex={id === undefined ? undefined : -1}
    >
      <SectionHeader title={title} />
      {children}
    </section>
  )
}

/** Where a reply stands on the page. The timeline leads there and does not repeat it. */
export const replyAnchor = (reply_id: string) => `reply-${reply_id}`

/** Everything that happened in a case, oldest first. */
export function CaseTimeline({ entries }: { entries: readonly CaseEntry[] }) {
  const { t, i18n } = useTranslation('cases')
  return (
    <ol className={classes.timeline}>
      {entries.map(({ id, at, kind, text, outcome, unheard_reason, reply_id, by }) => (
        <li key={id} className={classes.entry}>
          <p className={classes.entryTitle}>
            <strong>
              {t(`entry.${kind}`, { outcome: outcome === null ? '' : t(`outcome.${outcome}`) })}
            </strong>{' '}
            <time className={textClasses.small} dateTime={at}>
              {formatTime(i18n, at)}
            </time>
            {by !== null && <span className={textClasses.small}> {t('entry.by', { name: by })}</span>}
          </p>
          {reply_id !== null ? (
            <p className={classes.entryText}>
              <a href={`#${replyAnchor(reply_id)}`}>{t('entry.read')}</a>
            </p>
          ) : (
            text !== null && <p className={classes.entryText}>{text}</p>
          )}
          {unheard_reason !== null && (
            <p className={classes.entryText}>
              {t('entry.unheard')} {unheard_reason}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

interface Message {
  title: string
  text: string
}

/** Stands in for a case or an appeal that does not exist or could not be loaded. */
export function CaseUnavailable({
  error,
  missing,
  failed,
  onRetry,
}: {
  error: Error
  missing: Message
  failed: Message
  onRetry: () => void
}) {
  const { t } = useTranslation('cases')
  const isMissing = error instanceof Problem && error.code === 'not_found'
  return (
    <>
      <PageHeader
        title={isMissing ? missing.title : failed.title}
        back={<BackTo to={caseListAddress}>{t('back')}</BackTo>}
      />
      {isMissing ? (
        <EmptyState
          drawing="lost"
          action={
            <Button component={Link} to={caseListAddress}>
              {t('missing.action')}
            </Button>
          }
        >
          {missing.text}
        </EmptyState>
      ) : (
        <LoadError onRetry={onRetry}>{failed.text}</LoadError>
      )}
    </>
  )
}

/** The cases of a class or a student; renders nothing if there are none. */
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
            <span className={rows.text}>
              <Link to={caseAddress(id)}>{student_name}</Link>
              <span className={textClasses.small}>
                {[
                  t('openedOn', { date: formatDate(i18n, created_at) }),
                  t('documents', { count: document_count }),
                ].join(' · ')}
              </span>
            </span>
            <CaseBadge {...standing} />
          </li>
        ))}
      </ul>
    </section>
  )
}
