import { Skeleton } from '@mantine/core'
import {
  type DashboardStats,
  flaggedWithinDays,
  lowWordsShare,
  pollEveryMs,
  teacherRoutes,
} from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call, takeAnswer } from '../../lib/call/call.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { Tile, TileRow } from '../../ui/tiles/tiles.tsx'

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

/** Four figures with their labels. */
export function Tiles({ stats, loading, words }: TilesProps) {
  const { t, i18n } = useTranslation('dashboard')
  const figure = (value: number | undefined) => {
    if (loading) return <Skeleton width={56} height={28} mt={4} />
    return value === undefined ? '–' : formatNumber(i18n, value)
  }
  const processed = stats?.total_processed_documents ?? 0
  const limit = words?.limit ?? null
  return (
    <TileRow loading={loading}>
      <Tile
        label={t('tile.documents')}
        note={t('tile.documents.note', { count: processed, shown: formatNumber(i18n, processed) })}
      >
        {figure(stats?.current_documents)}
      </Tile>
      <Tile
        label={t('tile.risk')}
        note={t('tile.risk.note', { days: flaggedWithinDays })}
        to="/documents?finding=recently-flagged"
      >
        {figure(stats?.flaggedRecent)}
      </Tile>
      <Tile label={t('tile.processing')} note={t('tile.processing.note')}>
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

/** Below the documents' key, so that every change of a document refreshes the counters too. */
const key = ['documents', 'stats'] as const

const noStats: DashboardStats = {
  current_documents: 0,
  deleted_documents: 0,
  total_processed_documents: 0,
  avgScore: 0,
  pending: 0,
  flaggedRecent: 0,
}

/**
 * The dashboard's counters, all 0 until loaded. They are polled while `running`, once more when that ends,
 * and while they count documents in progress themselves: there may be more than the screen lists.
 */
export function useStats({ running }: { running: boolean }) {
  const stats = useQuery<DashboardStats>({
    queryKey: key,
    queryFn: ({ signal }) => call(teacherRoutes.readStats, {}, { signal }),
    refetchInterval: ({ state }) =>
      running || (state.data?.pending ?? 0) > 0 ? pollEveryMs.dashboard : false,
    placeholderData: noStats,
    initialData: () => takeAnswer(teacherRoutes.readStats, {}),
  })
  const { refetch } = stats
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !running) void refetch()
    wasRunning.current = running
  }, [running, refetch])
  return stats
}
