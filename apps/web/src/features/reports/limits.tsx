import type { Calibration } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { useFigures } from './figures.ts'
import classes from './report.module.css'
import { Section } from './section.tsx'

interface LimitsProps {
  calibration: Calibration | null
  wordsNeeded: number
  /** False where there was too little text: limits of a score that does not exist would only confuse. */
  isScored: boolean
}

/** What the score cannot know, in plain words. */
export function Limits({ calibration, wordsNeeded, isScored }: LimitsProps) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  return (
    <Section title={t('limits.title')}>
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
    </Section>
  )

  function compared({ n, band: { from, to } }: Calibration): string {
    const shown = { n: figures.count(n), from: figures.count(from) }
    return to === null ? t('limits.comparedOpen', shown) : t('limits.compared', { ...shown, to: figures.count(to) })
  }
}
