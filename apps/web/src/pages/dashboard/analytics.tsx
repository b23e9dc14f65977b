import { Space } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ClassTable } from '../../features/analytics/class-table.tsx'
import { Counters } from '../../features/analytics/counters.tsx'
import { Depth } from '../../features/analytics/depth.tsx'
import { activityDetail, useAnalytics, useClassTallies } from '../../features/analytics/queries.ts'
import { useStats } from '../../features/dashboard/tiles.tsx'
import { NoDocuments } from '../../features/documents/list/list-states.tsx'
import { documentKeys, useRecent } from '../../features/documents/queries.ts'
import { isInProgress } from '../../features/documents/status.ts'
import { RecentTable } from '../../features/documents/table/recent-table.tsx'
import { RefreshButton } from '../../features/documents/table/refresh-button.tsx'
import { detailOf } from '../../lib/call/failure.ts'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { PageHeader, SectionHeader } from '../../ui/page-header/page-header.tsx'

export default function AnalyticsPage() {
  const { t } = useTranslation('analytics')
  const queryClient = useQueryClient()
  const recent = useRecent()
  const running = recent.data?.some(({ status }) => isInProgress(status, 'dashboard')) ?? false
  const stats = useStats({ running })
  const analytics = useAnalytics()
  const tallies = useClassTallies()
  const failure = analytics.error ?? tallies.error
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={<RefreshButton refetch={() => queryClient.invalidateQueries({ queryKey: documentKeys.all })} />}
      />
      {stats.isError && !stats.data ? (
        <Notice tone="error">
          {t('error.stats')}: {detailOf(stats.error)}
        </Notice>
      ) : (
        <Counters stats={stats.data} />
      )}
      {failure !== null && <Notice tone="error">{t('error.figures', { detail: detailOf(failure) })}</Notice>}
      {!analytics.isError && <Depth analytics={analytics.data} tallies={tallies.data ?? []} />}
      <Space h="xl" />
      {!tallies.isError && (
        <section aria-label={t('classes')}>
          <SectionHeader title={t('classes')} />
          <ClassTable tallies={tallies.data ?? []} loading={tallies.isPending} empty={<EmptyState>{t('classes.empty')}</EmptyState>} />
        </section>
      )}
      <Space h="xl" />
      <section aria-label={t('recent')}>
        <SectionHeader title={t('recent')} />
        {recent.isError && !recent.data ? (
          <Notice tone="error">
            {t('error.activity')}: {activityDetail(recent.error, t('error.format'))}
          </Notice>
        ) : (
          <RecentTable
            documents={recent.data ?? []}
            loading={recent.isPending}
            empty={<NoDocuments>{t('recent.empty')}</NoDocuments>}
            origin="from=analytics"
          />
        )}
      </section>
    </>
  )
}
