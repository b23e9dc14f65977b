import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { LazyRestore, RestoreOffer } from '../../features/operations/restore/restore-offer.tsx'
import { isRestoreConfirmed } from '../../features/operations/restore/stored-restore.ts'
import { SetupChecksScreen } from '../../features/operations/setup/checks.tsx'
import {
  AlreadySetUp,
  ClaimWithCode,
  CreateAdministrator,
} from '../../features/operations/setup/create-administrator.tsx'
import { useSetupState, useStanding } from '../../features/operations/setup/queries.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { QueryProvider, useSettings } from '../../lib/call/queries.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { FailedNotice } from '../../ui/notice/notice.tsx'
import { SectionHeader } from '../../ui/page-header/page-header.tsx'
import { EmptyState, Loading } from '../../ui/page-state/page-state.tsx'
import { PublicFrame } from '../../ui/public-frame/public-frame.tsx'

/** The first page of a new installation; later, the installation's checks for administrators. */
export default function WelcomePage() {
  const { t } = useTranslation('welcome')
  const { t: tRestore } = useTranslation('restore')
  const { status, user } = useSession()
  const [isRestoring, setRestoring] = useState(isRestoreConfirmed)
  // Before the session, which the restored installation may not know.
  if (isRestoring)
    return (
      <PublicFrame title={tRestore('title.admin')}>
        <LazyRestore place="first" onLeave={() => setRestoring(false)} />
      </PublicFrame>
    )
  if (status === 'loading') return <Loading />
  return (
    <QueryProvider key={user?.id ?? ''}>
      <PublicFrame title={t('title')} lead={t('lead')}>
        {status === 'authenticated' ? (
          <SignedIn email={user?.email ?? ''} />
        ) : (
          <SignedOut onRestore={() => setRestoring(true)} />
        )}
      </PublicFrame>
    </QueryProvider>
  )
}

function SignedOut({ onRestore }: { onRestore: () => void }) {
  const { t } = useTranslation('welcome')
  const { data, error, refetch } = useSetupState()
  if (data) {
    const { is_open, needs_code, can_restore } = data
    if (!is_open) return <AlreadySetUp />
    return (
      <>
        <CreateAdministrator needsCode={needs_code} />
        <RestoreOffer place="first" canRestore={can_restore} needsCode={needs_code} onConfirmed={onRestore} />
      </>
    )
  }
  return error ? (
    <FailedNotice onRetry={() => void refetch()}>{t('failed', { detail: detailOf(error) })}</FailedNotice>
  ) : (
    <Loading region="page" />
  )
}

function SignedIn({ email }: { email: string }) {
  const { t } = useTranslation('welcome')
  const { data, error, refetch } = useStanding()
  const accountUrl = useSettings()?.oidc.account_url
  if (!data)
    return error ? (
      <FailedNotice onRetry={() => void refetch()}>{t('failed', { detail: detailOf(error) })}</FailedNotice>
    ) : (
      <Loading region="page" />
    )
  if (data.can_claim) return <ClaimWithCode email={email} />
  if (!data.is_administrator) {
    const action = (
      <Button component={Link} to="/dashboard">
        {t('refused.action')}
      </Button>
    )
    return (
      <Message title={t('refused.title')} action={action}>
        {t('refused.text', { email })}
      </Message>
    )
  }
  if (!data.needs_two_factor) return <SetupChecksScreen />
  const action = accountUrl && (
    <Button component="a" href={`${accountUrl}/second-step`}>
      {t('twoFactor.action')}
    </Button>
  )
  return (
    <Message title={t('twoFactor.title')} action={action}>
      {t('twoFactor.text')}
    </Message>
  )
}

function Message({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  return (
    <>
      <SectionHeader title={title} />
      <EmptyState action={action}>{children}</EmptyState>
    </>
  )
}
