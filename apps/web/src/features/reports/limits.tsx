import type { Calibration } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { useFigures } from './figures.ts'
import classes from './report.module.css'
import { Section } from './section.tsx'

interface LimitsProps {
  calibration: Calibration | null
  wordsNeeded: number
}

/** What the score cannot know, in plain words. */
export function Limits({ calibration, wordsNeeded }: LimitsProps) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  return (
    <Section title={t('limits.title')}>
      <ul className={classes.list}>
        <li>{calibration && calibration.n > 0 ? compared(calibration) : t('limits.comparedUnknown')}</li>
        <li>{t('limits.writer')}</li>
        <li>{t('limits.low')}</li>
        <li>{t('limits.short', { needed: figures.count(wordsNeeded) })}</li>
      </ul>
    </Section>
  )

  function compared({ n, band: { from, to } }: Calibration): string {
    const shown = { n: figures.count(n), from: figures.count(from) }
    return to === null ? t('limits.comparedOpen', shown) : t('limits.compared', { ...shown, to: figures.count(to) })
  }
}
