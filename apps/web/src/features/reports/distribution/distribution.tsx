import { curveOf, type HumanBand, type MarkedParagraph } from '@penmark/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FoldedSection } from '../report/folded-section.tsx'
import { Disclosure } from '../report/section.tsx'
import { useFigures } from '../use-figures.ts'
import classes from './distribution.module.css'
import { ScorePlot } from './score-plot.tsx'
import { ScoreTable } from './score-table.tsx'

interface DistributionProps {
  paragraphs: readonly MarkedParagraph[]
  /** Where stretches of human texts usually score; null if the report does not say. */
  band: HumanBand | null
  onJump: (paragraph: number) => void
}

/** The score along the document, as a plot and as a table. */
export function Distribution({ paragraphs, band, onJump }: DistributionProps) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  const curve = useMemo(() => curveOf(paragraphs), [paragraphs])
  return (
    <FoldedSection title={t('distribution.title')} lead={t('distribution.text')}>
      <ScorePlot {...curve} band={band} onJump={onJump} />
      {band && (
        <p className={classes.key}>
          <span className={classes.swatch} aria-hidden="true" />
          {t(band.low === 0 ? 'distribution.band' : 'distribution.bandBetween', {
            low: figures.bound(band.low),
            high: figures.bound(band.high),
            n: figures.count(band.n),
          })}
        </p>
      )}
      <Disclosure title={t('distribution.table')} onScreenOnly>
        <ScoreTable paragraphs={paragraphs} onJump={onJump} />
      </Disclosure>
    </FoldedSection>
  )
}
