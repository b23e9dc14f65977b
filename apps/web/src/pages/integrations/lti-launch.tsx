import { ltiRefusals } from '@penmark/contract'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { useClassGroups } from '../../features/class-groups/queries.ts'
import { type Ended, FollowLaunch } from '../../features/integrations/lti/follow-launch.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { PublicFrame } from '../public/public-frame.tsx'

function addressOf(ended: Ended): string {
  if ('documentId' in ended) return `/documents/${encodeURIComponent(ended.documentId)}/report`
  if ('taskId' in ended) return `/writing/${encodeURIComponent(ended.taskId)}`
  return ended.classId === null ? '/classes' : `/classes/view/${encodeURIComponent(ended.classId)}`
}

/** Where a launch from a learning platform arrives after sign-in. */
export function LtiLaunchPage() {
  const { t } = useTranslation('integrations')
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { user } = useSession()
  const classGroups = useClassGroups().data ?? []
  const onEnd = useCallback((ended: Ended) => void navigate(addressOf(ended), { replace: true }), [navigate])
  return (
    <>
      <PageHeader title={t('lti.launch.title')} />
      <FollowLaunch ticket={search.get('ticket') ?? ''} email={user?.email ?? ''} classGroups={classGroups} onEnd={onEnd} />
    </>
  )
}

/** Why a launch from a learning platform was refused. It needs no sign-in. */
export function LtiRefusedPage() {
  const { t } = useTranslation('integrations')
  const [search] = useSearchParams()
  const reason = ltiRefusals.find((each) => each === search.get('reason')) ?? 'unknown'
  return (
    <PublicFrame title={t('lti.refused.title')} lead={t('lti.refused.lead')}>
      <p>
        <strong>{t('lti.refused.reason')}:</strong> {t(`lti.refused.${reason}`)}
      </p>
    </PublicFrame>
  )
}
