import type { ComparisonRequest } from '@penmark/contract'
import { readableName } from '@penmark/wording'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatDate, formatNumber } from '../../../lib/format/format.ts'
import { FailedNotice } from '../../../ui/notice/notice.tsx'
import { EmptyState, Loading } from '../../../ui/page-state/page-state.tsx'
import classes from '../overlap.module.css'
import { nameOf, requestAddress, useComparisonRequests } from './requests.ts'

/** Every request that the teacher received or made, and how it stands. */
export function RequestList() {
  const { t } = useTranslation('overlap')
  const { data, error, isPending, refetch } = useComparisonRequests()
  if (isPending) return <Loading />
  if (data === undefined)
    return (
      <FailedNotice onRetry={() => void refetch()}>
        {t('requests.failed', { detail: detailOf(error) })}
      </FailedNotice>
    )
  if (data.length === 0) return <EmptyState>{t('requests.none')}</EmptyState>
  return (
    <ul className={classes.pairs} aria-label={t('requests.title')}>
      {data.map((request) => (
        <Request key={request.id} request={request} />
      ))}
    </ul>
  )
}

function Request({ request }: { request: ComparisonRequest }) {
  const { t, i18n } = useTranslation('overlap')
  const { id, is_own, state, document, words, asked_at } = request
  return (
    <li>
      <Link to={requestAddress(id)}>
        {t(`request.standing.${is_own ? 'own' : 'theirs'}.${state}`, { name: nameOf(request) })}
      </Link>
      <span className={classes.figures}>
        {[
          document.student_name ?? readableName(document),
          t('request.words', { words: formatNumber(i18n, words) }),
          formatDate(i18n, asked_at),
        ].join(' · ')}
      </span>
    </li>
  )
}
