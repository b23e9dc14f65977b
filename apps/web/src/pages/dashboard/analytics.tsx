import { Skeleton, Space } from '@mantine/core'
import { type DashboardStats, flaggedWithinDays } from '@penmark/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QuickstartLink, RefreshButton } from '../../features/documents/list/list-states.tsx'
import { documentKeys, useRecent } from '../../features/documents/queries.ts'
import { useStats } from '../../features/documents/standing/stats.ts'
import { isInProgress } from '../../features/documents/status.ts'
import { RecentTable } from '../../features/documents/table/recent-table.tsx'
import { AnalyticsDetails } from '../../features/operations/analytics/analytics-details.tsx'
import { ClassTable } from '../../features/operations/analytics/class-table.tsx'
import { activityDetail, useAnalytics, useClassTallies } from '../../features/operations/analytics/queries.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { formatNumber, formatScore } from '../../lib/format/format.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { PageHeader, SectionHeader } from '../../ui/page-header/page-header.tsx'
import { EmptyState } from '../../ui/page-state/page-state.tsx'
import { Tile, TileRow } from '../../ui/tiles/tiles.tsx'

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
        actions={
          <RefreshButton refetch={() => queryClient.invalidateQueries({ queryKey: documentKeys.all })} />
        }
      />
      {stats.isError && !stats.data ? (
        <Notice tone="error">
          {t('error.stats')}: {detailOf(stats.error)}
        </Notice>
      ) : (
        <Counters stats={stats.data} />
      )}
      {failure !== null && <Notice tone="error">{t('error.figures', { detail: detailOf(failure) })}</Notice>}
      {!analytics.isError && <AnalyticsDetails analytics={analytics.data} tallies={tallies.data ?? []} />}
      <Space h="xl" />
      {!tallies.isError && (
        <section aria-label={t('classes')}>
          <SectionHeader title={t('classes')} />
          <ClassTable
            tallies={tallies.data ?? []}
            loading={tallies.isPending}
            empty={<EmptyState>{t('classes.empty')}</EmptyState>}
          />
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
            empty={<EmptyState action={<QuickstartLink />}>{t('recent.empty')}</EmptyState>}
            origin="from=analytics"
          />
        )}
      </section>
    </>
  )
}

/** Six figures about the teacher's documents. */
function Counters({ stats }: { stats: DashboardStats | undefined }) {
  const { t, i18n } = useTranslation('analytics')
  const figure = (show: (stats: DashboardStats) => string) =>
    stats ? show(stats) : <Skeleton width={56} height={28} mt={4} />
  return (
    <TileRow loading={stats === undefined} across={6}>
      <Tile
        label={t('counter.current')}
        note={t('counter.current.note')}
        figure={{ name: 'documents', value: stats?.current_documents }}
      >
        {figure(({ current_documents }) => formatNumber(i18n, current_documents))}
      </Tile>
      <Tile label={t('counter.average')} note={t('counter.average.note')}>
        {figure(({ avgScore }) => formatScore(i18n, avgScore))}
      </Tile>
      <Tile
        label={t('counter.risk')}
        note={t('counter.risk.note', { days: flaggedWithinDays })}
        figure={{ name: 'flagged_recent', value: stats?.flaggedRecent }}
      >
        {figure(({ flaggedRecent }) => formatNumber(i18n, flaggedRecent))}
      </Tile>
      <Tile
        label={t('counter.pending')}
        note={t('counter.pending.note')}
        figure={{ name: 'in_progress', value: stats?.pending }}
      >
        {figure(({ pending }) => formatNumber(i18n, pending))}
      </Tile>
      <Tile label={t('counter.deleted')} note={t('counter.deleted.note')}>
        {figure(({ deleted_documents }) => formatNumber(i18n, deleted_documents))}
      </Tile>
      <Tile label={t('counter.processed')} note={t('counter.processed.note')}>
        {figure(({ total_processed_documents }) => formatNumber(i18n, total_processed_documents))}
      </Tile>
    </TileRow>
  )
}
