import type { Calibration } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { useFigures } from '../use-figures.ts'
import classes from './report.module.css'
import { FoldedSection } from './section.tsx'

/** Questions to ask the student. `marked`: whether there are marked passages to ask about. */
export function NextSteps({ marked }: { marked: boolean }) {
  const { t } = useTranslation('report')
  return (
    <FoldedSection title={t('next.title')} lead={t('next.lead')}>
      <ol className={classes.list}>
        <li>{t('next.talk')}</li>
        <li>{t('next.drafts')}</li>
        {marked && <li>{t('next.passage')}</li>}
        <li>{t('next.compare')}</li>
        <li>{t('next.decide')}</li>
      </ol>
    </FoldedSection>
  )
}

interface LimitsProps {
  calibration: Calibration | null
  wordsNeeded: number
  /** False if there was too little text: without a score, its limits would only confuse. */
  isScored: boolean
}

export function Limits({ calibration, wordsNeeded, isScored }: LimitsProps) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  return (
    <div>
      {isScored && <h3 className={classes.subheading}>{t('limits.title')}</h3>}
      <ul className={classes.list}>
        {isScored && (
          <>
            <li>{calibration && calibration.n > 0 ? compared(calibration) : t('limits.comparedUnknown')}</li>
            <li>{t('limits.writer')}</li>
            <li>{t('limits.low')}</li>
          </>
        )}
        <li>{t('limits.short', { needed: figures.count(wordsNeeded) })}</li>
      </ul>
    </div>
  )

  function compared({ n, band: { from, to } }: Calibration): string {
    const shown = { n: figures.count(n), from: figures.count(from) }
    return to === null ? t('limits.comparedOpen', shown) : t('limits.compared', { ...shown, to: figures.count(to) })
  }
}
