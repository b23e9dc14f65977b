import type { Distribution } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { useFigures } from '../use-figures.ts'
import { ScoreHistogram } from './score-histogram.tsx'

interface SimilarTextsProps {
  /** Score of this text, 0…1. */
  score: number
  /** Human texts in the distribution. */
  n: number
  distribution: Distribution
}

/** Where this text stands among student and AI texts of its length. */
export function SimilarTexts({ score, n, distribution: { human, machine } }: SimilarTextsProps) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  const students = {
    kind: 'human',
    counts: human,
    label: t('similar.human', { n: figures.count(n) }),
    column: t('similar.humanColumn'),
  } as const
  const machines = machine && {
    kind: 'machine' as const,
    counts: machine.counts,
    label: t('similar.machine', { n: figures.count(machine.n) }),
    column: t('similar.machineColumn'),
  }
  return <ScoreHistogram title={t('similar.title')} score={score} rows={machines ? [students, machines] : [students]} />
}
