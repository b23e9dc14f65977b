import { Skeleton } from '@mantine/core'
import { type DashboardStats, flaggedWithinDays } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercent } from '../../lib/format/format.ts'
import { Tile, TileRow } from '../../ui/tiles/tiles.tsx'

/** Six figures about the teacher's documents. */
export function Counters({ stats }: { stats: DashboardStats | undefined }) {
  const { t, i18n } = useTranslation('analytics')
  const figure = (show: (stats: DashboardStats) => string) => (stats ? show(stats) : <Skeleton width={56} height={28} mt={4} />)
  return (
    <TileRow loading={stats === undefined} across={6}>
      <Tile label={t('counter.current')} note={t('counter.current.note')}>
        {figure(({ current_documents }) => formatNumber(i18n, current_documents))}
      </Tile>
      <Tile label={t('counter.average')} note={t('counter.average.note')}>
        {figure(({ avgScore }) => formatPercent(i18n, avgScore))}
      </Tile>
      <Tile label={t('counter.risk')} note={t('counter.risk.note', { days: flaggedWithinDays })}>
        {figure(({ flaggedRecent }) => formatNumber(i18n, flaggedRecent))}
      </Tile>
      <Tile label={t('counter.pending')} note={t('counter.pending.note')}>
        {figure(({ pending }) => formatNumber(i18n, pending))}
      </Tile>
      <Tile label={t('counter.processed')} note={t('counter.processed.note')}>
        {figure(({ total_processed_documents }) => formatNumber(i18n, total_processed_documents))}
      </Tile>
      <Tile label={t('counter.deleted')} note={t('counter.deleted.note')}>
        {figure(({ deleted_documents }) => formatNumber(i18n, deleted_documents))}
      </Tile>
    </TileRow>
  )
}
