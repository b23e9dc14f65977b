import { Skeleton } from '@mantine/core'
import { type ClassGroup, type Document, readScore } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercent } from '../../lib/format/format.ts'
import { Tile, TileRow } from '../../ui/tiles/tiles.tsx'

/** The mean of the available scores, 0…1, and their number; null without any. */
function averageOf(documents: readonly Pick<Document, 'ai_score' | 'score'>[]): { mean: number | null; scored: number } {
  const scores = documents.map((document) => readScore(document)).filter((score) => score !== null)
  const sum = scores.reduce((total, score) => total + score, 0)
  return { mean: scores.length > 0 ? sum / scores.length : null, scored: scores.length }
}

interface ClassTilesProps {
  classGroup: ClassGroup
  /** Undefined while loading. */
  documents: readonly Document[] | undefined
}

/** Students, documents and average score of a class. */
export function ClassTiles({ classGroup, documents }: ClassTilesProps) {
  const { t, i18n } = useTranslation('classes')
  const { mean, scored } = averageOf(documents ?? [])
  const wait = <Skeleton width={56} height={28} mt={4} />
  const unassigned = documents?.filter(({ student_id }) => student_id === null).length ?? 0
  return (
    <TileRow loading={documents === undefined} across={3}>
      <Tile label={t('tile.students')} note={t('tile.students.note')}>
        {formatNumber(i18n, classGroup.student_ids.length)}
      </Tile>
      <Tile label={t('tile.documents')} note={t('tile.documents.note', { shown: formatNumber(i18n, unassigned) })}>
        {documents ? formatNumber(i18n, documents.length) : wait}
      </Tile>
      <Tile label={t('tile.average')} note={t('tile.average.note', { count: scored, shown: formatNumber(i18n, scored) })}>
        {documents ? formatPercent(i18n, mean) : wait}
      </Tile>
    </TileRow>
  )
}
