import { lowWordsShare } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useProfile } from '../../features/profile/use-profile.ts'
import { RetentionNotice } from '../../features/retention/retention-notice.tsx'
import { formatNumber } from '../../lib/format/format.ts'
import { Notice } from '../../ui/notice/notice.tsx'

/** Pages that show the retention notice. */
const withDocuments = ['/dashboard', '/documents', '/quickstart']

/** Notices above every page: few words left, documents about to be deleted. */
export function ShellNotices() {
  const { pathname } = useLocation()
  return (
    <>
      <LowWords />
      {withDocuments.includes(pathname) && <RetentionNotice linked />}
    </>
  )
}

function LowWords() {
  const { t, i18n } = useTranslation('shell')
  const profile = useProfile().data?.profile
  const usage = profile?.usage
  if (!usage || profile.plan === 'SCHOOLS' || usage.limit === null || usage.remaining === null) return null
  if (usage.remaining >= usage.limit * lowWordsShare) return null
  const words = { count: usage.remaining, words: formatNumber(i18n, usage.remaining), limit: formatNumber(i18n, usage.limit) }
  return (
    <Notice tone="warning" action={<Link to="/subscriptions">{profile.plan === 'FREE' ? t('upgrade') : t('lowWords.more')}</Link>}>
      {t('lowWords', words)}
    </Notice>
  )
}
