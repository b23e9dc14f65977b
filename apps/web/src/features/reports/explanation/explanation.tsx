import { type Report, scoreSum, signalSentences, styleRows, verdictAtPercent } from '@penmark/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FoldedSection } from '../report/folded-section.tsx'
import { useFigures } from '../use-figures.ts'
import classes from './explanation.module.css'
import { Signals } from './signals.tsx'
import { StyleProfile } from './style-profile.tsx'

interface ExplanationProps {
  report: Report
  onJump: (paragraph: number) => void
}

/** How the score adds up: its parts, the sentences that moved it most in each direction, and the style compared with student texts. */
export function Explanation({ report, onJump }: ExplanationProps) {
  const { t } = useTranslation('report')
  const { results, evidence } = report
  const signals = useMemo(() => signalSentences(results), [results])
  const sum = scoreSum(report)
  const rows = useMemo(() => styleRows(evidence), [evidence])
  if (sum === null) return null
  return (
    <FoldedSection title={t('explanation.title')} lead={t('explanation.text')}>
      <ScoreSum sum={sum} />
      <div className={classes.sides}>
        <Signals title={t('explanation.machine')} sentences={signals.machine} onJump={onJump} />
        <Signals title={t('explanation.human')} sentences={signals.human} onJump={onJump} />
      </div>
      {rows.length > 0 && <StyleProfile rows={rows} />}
    </FoldedSection>
  )
}

/** The score as a sum of points, beside the points needed for the verdict. */
function ScoreSum({ sum }: { sum: NonNullable<ReturnType<typeof scoreSum>> }) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  return (
    <table className={classes.sum}>
      <thead className={classes.hidden}>
        <tr>
          <th scope="col">{t('explanation.part')}</th>
          <th scope="col">{t('explanation.points')}</th>
        </tr>
      </thead>
      <tbody>
        {(['base', 'style', 'sentences'] as const).map((part) => (
          <tr key={part}>
            <th scope="row">{t(`explanation.${part}`)}</th>
            <td>{figures.weight(sum[part])}</td>
          </tr>
        ))}
        <tr className={classes.total}>
          <th scope="row">{t('explanation.total')}</th>
          <td>{figures.weight(sum.total)}</td>
        </tr>
        <tr className={classes.thresholdRow}>
          <th scope="row">{t('explanation.threshold', { threshold: figures.share(verdictAtPercent / 100) })}</th>
          <td>{figures.weight(sum.threshold)}</td>
        </tr>
      </tbody>
    </table>
  )
}
