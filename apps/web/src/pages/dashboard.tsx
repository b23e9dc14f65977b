import { Button } from '@mantine/core'
import { pollEveryMs } from '@penmark/contract'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { capitalise } from '../features/dashboard/greeting.ts'
import { Tiles } from '../features/dashboard/tiles.tsx'
import { useStats } from '../features/dashboard/use-stats.ts'
import { LimitModal } from '../features/documents/limit-modal.tsx'
import { ListFailed } from '../features/documents/list-failed.tsx'
import { NoDocuments } from '../features/documents/no-documents.tsx'
import { PasteModal } from '../features/documents/paste-modal.tsx'
import { useRecent } from '../features/documents/queries.ts'
import { QuickstartLink } from '../features/documents/quickstart/quickstart-link.tsx'
import { RecentTable } from '../features/documents/recent-table.tsx'
import { RefreshButton } from '../features/documents/refresh-button.tsx'
import { isInProgress } from '../features/documents/status.ts'
import { UploadCard } from '../features/documents/upload-card.tsx'
import { useTransitions } from '../features/documents/use-transitions.ts'
import { knownName, useProfile, useRaiseUsage } from '../features/profile/use-profile.ts'
import { PageHeader } from '../ui/page-header/page-header.tsx'
import { SectionHeader } from '../ui/page-header/section-header.tsx'

export default function DashboardPage() {
  const { t } = useTranslation('dashboard')
  const profile = useProfile().data?.profile
  const recent = useRecent()
  const running = recent.data?.some(({ status }) => isInProgress(status, 'dashboard')) ?? false
  const stats = useStats(running ? pollEveryMs.dashboard : false)
  const raiseUsage = useRaiseUsage()
  const [pasting, setPasting] = useState(false)
  const [limit, setLimit] = useState<string | null>(null)
  useTransitions(recent.data, { onCompleted: raiseUsage, onLimitExceeded: (reason) => setLimit(reason ?? '') })

  const { refetch: refetchRecent } = recent
  const { refetch: refetchStats } = stats
  const refetch = useCallback(() => Promise.all([refetchRecent(), refetchStats()]), [refetchRecent, refetchStats])
  const name = capitalise(knownName(profile?.first_name))
  return (
    <>
      <PageHeader
        title={name ? t('greeting', { name }) : t('greeting.nameless')}
        tabTitle={t('title')}
        lead={t('lead')}
        actions={<QuickstartLink />}
      />
      <UploadCard multiple={false} onPaste={() => setPasting(true)} onLimit={setLimit} />
      <Tiles stats={stats.data} loading={stats.isPlaceholderData} words={profile?.usage ?? null} />
      <SectionHeader
        title={t('recent')}
        actions={
          <>
            <RefreshButton refetch={refetch} />
            <Button component={Link} to="/documents" variant="default">
              {t('viewAll')}
            </Button>
          </>
        }
      />
      {recent.isError && !recent.data ? (
        <ListFailed error={recent.error} onRetry={() => void recent.refetch()} />
      ) : (
        <RecentTable documents={recent.data ?? []} loading={recent.isPending} empty={<NoDocuments>{t('empty')}</NoDocuments>} />
      )}
      <PasteModal opened={pasting} onClose={() => setPasting(false)} onLimit={setLimit} />
      <LimitModal detail={limit} plan={profile?.plan ?? 'FREE'} onClose={() => setLimit(null)} />
    </>
  )
}
