import type { Teacher } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDate } from '../../../lib/format/format.ts'
import { Notice } from '../../../ui/notice/notice.tsx'

interface PlanNoticeProps {
  profile: Partial<Pick<Teacher, 'is_administrator' | 'lms_access' | 'lms_access_until'>>
}

/** Says that the Schools plan is missing, or has ended and how long connections keep working. */
export function LmsPlanNotice({
  profile: { is_administrator, lms_access, lms_access_until },
}: PlanNoticeProps) {
  const { t, i18n } = useTranslation('integrations')
  if (lms_access === 'connected' && lms_access_until)
    return (
      <Notice tone="warning">{t('lti.plan.connected', { date: formatDate(i18n, lms_access_until) })}</Notice>
    )
  if (lms_access !== 'none') return null
  if (is_administrator)
    return (
      <Notice tone="info" action={<Link to="/admin">{t('lti.plan.administrator.action')}</Link>}>
        {t('lti.plan.administrator')}
      </Notice>
    )
  return (
    <Notice tone="info" action={<a href="/pricing">{t('lti.plan.none.action')}</a>}>
      {t('lti.plan.none')}
    </Notice>
  )
}
