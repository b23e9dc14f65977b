import { Skeleton } from '@mantine/core'
import { type DashboardStats, flaggedWithinDays } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { showNumber } from '../../lib/format/format.ts'
import { Tile, TileRow } from '../../ui/tiles/tiles.tsx'

interface TilesProps {
  stats: DashboardStats | undefined
  /** Words left in this cycle and the plan's words; a null figure is unlimited, an absent pair unknown. */
  words: { remaining: number | null; limit: number | null } | null
}

/** Four figures, each with what it counts. */
export function Tiles({ stats, words }: TilesProps) {
  const { t, i18n } = useTranslation('dashboard')
  const figure = (value: number | undefined) => (value === undefined ? <Skeleton width={56} height={28} mt={4} /> : showNumber(i18n, value))
  const limit = words?.limit ?? null
  return (
    <TileRow loading={stats === undefined}>
      <Tile label={t('tile.documents')} note={t('tile.documents.note', { count: stats?.total_processed_documents ?? 0 })}>
        {figure(stats?.current_documents)}
      </Tile>
      <Tile label={t('tile.risk')} note={t('tile.risk.note', { days: flaggedWithinDays })}>
        {figure(stats?.flaggedRecent)}
      </Tile>
      <Tile label={t('tile.processing')} note={t('tile.processing.note')}>
        {figure(stats?.pending)}
      </Tile>
      <Tile
        label={t('tile.words')}
        note={limit === null ? t('tile.words.noteOpen') : t('tile.words.note', { limit: showNumber(i18n, limit) })}
      >
        {words === null ? '–' : words.remaining === null ? '∞' : showNumber(i18n, words.remaining)}
      </Tile>
    </TileRow>
  )
}
