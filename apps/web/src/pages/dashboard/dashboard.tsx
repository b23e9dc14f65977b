import { Button } from '@mantine/core'
import type { StandingFilter } from '@penmark/contract'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { specifiedName, useProfile, useRaiseUsage } from '../../features/accounts/profile/profile.ts'
import { CaseAttentionLine } from '../../features/cases/attention.tsx'
import { Tiles } from '../../features/documents/dashboard/tiles.tsx'
import { LimitModal, PasteModal } from '../../features/documents/dialogs/dialogs.tsx'
import { ListFailed, QuickstartLink, RefreshButton } from '../../features/documents/list/list-states.tsx'
import { Overview } from '../../features/documents/overview/overview.tsx'
import { useNewest, useRecent } from '../../features/documents/queries.ts'
import { StandingChips } from '../../features/documents/standing/standing-chips.tsx'
import { useStats } from '../../features/documents/standing/stats.ts'
import { isInProgress, useStatusChanges } from '../../features/documents/status.ts'
import { RecentTable } from '../../features/documents/table/recent-table.tsx'
import { UploadCard } from '../../features/documents/upload/upload-card.tsx'
import { WithdrawnNotice } from '../../features/documents/withdrawn-notice.tsx'
import { ComparisonRequestsNotice } from '../../features/similarity/school/requests-notice.tsx'
import { PageHeader, SectionHeader } from '../../ui/page-header/page-header.tsx'
import { EmptyState, NoMatch } from '../../ui/page-state/page-state.tsx'

/** Only for new teachers. */
const Samples = lazy(async () => ({
  default: (await import('../../features/documents/samples/samples.tsx')).Samples,
}))

/** One object, so that the question to the server stays the same. */
const everything = {}

export default function DashboardPage() {
  const { t } = useTranslation(['dashboard', 'documents'])
  const profile = useProfile().data?.profile
  const recent = useRecent()
  const running = recent.data?.some(({ status }) => isInProgress(status, 'dashboard')) ?? false
  const stats = useStats({ running })
  const raiseUsage = useRaiseUsage()
  const [standing, setStanding] = useState<StandingFilter | ''>('')
  const newest = useNewest(standing)
  const listed = standing === '' ? recent : newest
  const [arriving, setArriving] = useState(false)
  const [pasting, setPasting] = useState(false)
  const [limit, setLimit] = useState<string | null>(null)
  useStatusChanges(recent.data, {
    onCompleted: raiseUsage,
    onLimitExceeded: (reason) => setLimit(reason ?? ''),
  })

  const { refetch: refetchRecent } = listed
  const { refetch: refetchStats } = stats
  const refetch = useCallback(
    () => Promise.all([refetchRecent(), refetchStats()]),
    [refetchRecent, refetchStats],
  )
  const name = capitalise(specifiedName(profile?.first_name))
  return (
    <>
      <PageHeader
        title={name ? t('greeting', { name }) : t('greeting.nameless')}
        tabTitle={t('title')}
        lead={t('lead')}
        actions={<QuickstartLink />}
      />
      <CaseAttentionLine />
      <WithdrawnNotice />
      <ComparisonRequestsNotice />
      <Overview target={everything} origin="from=dashboard" cards={3} />
      <UploadCard
        multiple={false}
        wordsLeft={profile?.usage?.remaining ?? null}
        onPaste={() => setPasting(true)}
        onLimit={setLimit}
        onArriving={setArriving}
      />
      <Tiles stats={stats.data} loading={stats.isPlaceholderData} words={profile?.usage ?? null} />
      <SectionHeader
        title={t('recent')}
        actions={
          <>
            <RefreshButton refetch={refetch} />
            <Button component={Link} to={allAddress(standing)} variant="default">
              {t('viewAll')}
            </Button>
          </>
        }
      />
      {stats.data && <StandingChips figures={stats.data.figures} chosen={standing} onChoose={setStanding} />}
      {listed.isError && !listed.data ? (
        <ListFailed error={listed.error} onRetry={() => void listed.refetch()} />
      ) : (
        <RecentTable
          documents={listed.data ?? []}
          loading={listed.isPending || (arriving && standing === '' && listed.data?.length === 0)}
          empty={
            standing === '' ? (
              <EmptyState>{t('empty')}</EmptyState>
            ) : (
              <NoMatch clear={t('filter.clear', { ns: 'documents' })} onClear={() => setStanding('')}>
                {t('filter.nothing', { ns: 'documents' })}
              </NoMatch>
            )
          }
          origin="from=dashboard"
        />
      )}
      {profile?.has_samples && (
        <Suspense>
          <Samples />
        </Suspense>
      )}
      <PasteModal opened={pasting} onClose={() => setPasting(false)} onLimit={setLimit} />
      <LimitModal detail={limit} plan={profile?.plan ?? 'FREE'} onClose={() => setLimit(null)} />
    </>
  )
}

/** The whole list of what the table shows the newest of. */
const allAddress = (standing: StandingFilter | '') =>
  standing === '' ? '/documents' : `/documents?standing=${standing}`

/** A first name with a capital letter, for the greeting. */
function capitalise(name: string): string {
  const [first = '', ...rest] = Array.from(name.trim())
  return first.toLocaleUpperCase() + rest.join('')
}
