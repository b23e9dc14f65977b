import { curveOf, type HumanBand, type MarkedParagraph } from '@penmark/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Disclosure } from '../disclosure.tsx'
import { useFigures } from '../figures.ts'
import { Section } from '../section.tsx'
import classes from './plot.module.css'
import { Plot } from './plot.tsx'
import { PlotTable } from './plot-table.tsx'

interface WhereProps {
  paragraphs: readonly MarkedParagraph[]
  /** Where stretches of human texts lie; null where the report does not say. */
  band: HumanBand | null
  onJump: (paragraph: number) => void
}

/** Not only how much but where: the score along the document, as a picture and as a table. */
export function Where({ paragraphs, band, onJump }: WhereProps) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  const curve = useMemo(() => curveOf(paragraphs), [paragraphs])
  return (
    <Section title={t('where.title')} lead={t('where.text')}>
      <Plot {...curve} band={band} onJump={onJump} />
      {band && (
        <p className={classes.key}>
          <span className={classes.swatch} aria-hidden="true" />
          {t(band.low === 0 ? 'where.band' : 'where.bandBetween', {
            low: figures.bound(band.low),
            high: figures.bound(band.high),
            n: figures.count(band.n),
          })}
        </p>
      )}
      <Disclosure title={t('where.table')} onScreenOnly>
        <PlotTable paragraphs={paragraphs} onJump={onJump} />
      </Disclosure>
    </Section>
  )
}
