import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Notice } from '../../../ui/notice/notice.tsx'
import { nameOf, requestAddress, requestsAddress, useComparisonRequests, waitsFor } from './requests.ts'

/**
 * One line on the dashboard for the requests that wait for the teacher, or whose passages may be read now;
 * nothing while there are none.
 */
export function ComparisonRequestsNotice() {
  const { t } = useTranslation('dashboard')
  const { data } = useComparisonRequests()
  const waiting = (data ?? []).filter(waitsFor)
  const [first] = waiting
  if (first === undefined) return null
  if (waiting.length > 1) {
    return (
      <Notice tone="info" action={<Link to={requestsAddress}>{t('requests.openAll')}</Link>}>
        {t('requests.several', { count: waiting.length })}
      </Notice>
    )
  }
  return (
    <Notice
      tone="info"
      action={
        <Link to={requestAddress(first.id)}>{t(first.is_own ? 'requests.read' : 'requests.answer')}</Link>
      }
    >
      {t(first.is_own ? 'requests.agreed' : 'requests.asked', { name: nameOf(first) })}
    </Notice>
  )
}
