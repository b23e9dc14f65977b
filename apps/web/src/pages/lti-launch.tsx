import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { FollowLaunch } from '../features/integrations/lti/follow-launch.tsx'
import { useSession } from '../lib/session/session.tsx'
import { PageHeader } from '../ui/page-header/page-header.tsx'

/** Where a launch from a learning platform arrives, once its teacher is signed in here. */
export default function LtiLaunchPage() {
  const { t } = useTranslation('integrations')
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { user } = useSession()
  const onOpen = useCallback(
    (classId: string | null) =>
      void navigate(classId === null ? '/classes' : `/classes/view/${encodeURIComponent(classId)}`, { replace: true }),
    [navigate],
  )
  return (
    <>
      <PageHeader title={t('lti.launch.title')} />
      <FollowLaunch ticket={search.get('ticket') ?? ''} email={user?.email ?? ''} onOpen={onOpen} />
    </>
  )
}
