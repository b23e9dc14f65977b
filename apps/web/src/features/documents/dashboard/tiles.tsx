import { Skeleton } from '@mantine/core'
import { type DashboardStats, flaggedWithinDays, lowWordsShare } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import { Tile, TileRow } from '../../../ui/tiles/tiles.tsx'

/** Words left in this cycle and the plan's words, both null when unlimited. */
interface Words {
  remaining: number | null
  limit: number | null
}

interface TilesProps {
  /** Undefined if they failed to load. */
  stats: DashboardStats | undefined
  /** The figures are still loading. */
  loading: boolean
  /** Null while unknown. */
  words: Words | null
}

function isRunningLow(words: Words | null): boolean {
  return (
    words !== null &&
    words.limit !== null &&
    words.remaining !== null &&
    words.remaining < words.limit * lowWordsShare
  )
}

/** Four figures with their labels, small: the queue above says who needs the teacher. */
export function Tiles({ stats, loading, words }: TilesProps) {
  const { t, i18n } = useTranslation('dashboard')
  const figure = (value: number | undefined) => {
    if (loading) return <Skeleton width={56} height={28} mt={4} />
    return value === undefined ? '–' : formatNumber(i18n, value)
  }
  const closed = stats?.flaggedRecentClosed ?? 0
  const limit = words?.limit ?? null
  return (
    <TileRow loading={loading} small>
      <Tile
        label={t('tile.documents')}
        note={
          stats && stats.total_processed_documents !== stats.current_documents
            ? t('tile.documents.note', { shown: formatNumber(i18n, stats.total_processed_documents) })
            : undefined
        }
        figure={{ name: 'documents', value: stats?.current_documents }}
      >
        {figure(stats?.current_documents)}
      </Tile>
      <Tile
        label={t('tile.risk')}
        note={
          closed > 0
            ? t('tile.risk.closed', {
                count: closed,
                shown: formatNumber(i18n, closed),
                days: flaggedWithinDays,
              })
            : t('tile.risk.note', { days: flaggedWithinDays })
        }
        to="/documents?finding=recently-flagged"
        figure={{ name: 'flagged_recent', value: stats?.flaggedRecent }}
      >
        {figure(stats?.flaggedRecent)}
      </Tile>
      <Tile
        label={t('tile.processing')}
        note={t('tile.processing.note')}
        figure={{ name: 'in_progress', value: stats?.pending }}
      >
        {figure(stats?.pending)}
      </Tile>
      <Tile
        label={t('tile.words')}
        note={
          limit === null
            ? t('tile.words.noteOpen')
            : t(isRunningLow(words) ? 'tile.words.low' : 'tile.words.note', {
                limit: formatNumber(i18n, limit),
              })
        }
        warns={isRunningLow(words)}
      >
        {words === null ? '–' : words.remaining === null ? '∞' : formatNumber(i18n, words.remaining)}
      </Tile>
    </TileRow>
  )
}
