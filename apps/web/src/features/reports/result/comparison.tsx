import { type Calibration, type HumanBand, mistakes, standingOf } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { useFigures } from '../use-figures.ts'
import classes from './result.module.css'

interface ComparisonProps {
  calibration: Calibration | null
  /** The verdict threshold, formatted. */
  threshold: string
}

/** The score compared with human texts: how many score as high, and how many are wrongly called AI. */
export function Comparison({ calibration, threshold }: ComparisonProps) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  const standing = calibration && standingOf(calibration)
  const rate = calibration?.false_positive_rate ?? null
  return (
    <div className={classes.standing}>
      <p className={classes.odds}>{standing ? odds() : t('standing.unknown')}</p>
      <p>{mistaken()}</p>
      {calibration?.human_band && <p className={classes.band}>{band(calibration.human_band)}</p>}
    </div>
  )

  function mistaken(): string {
    const counted = calibration && mistakes(calibration)
    if (counted) {
      const { mistaken: count, n } = counted
      if (count === 0) return t('falsePositives.noneOf', { threshold, n: figures.count(n) })
      return t('falsePositives.counted', {
        count,
        shown: figures.count(count),
        threshold,
        n: figures.count(n),
        rate: figures.rate(counted.rate),
      })
    }
    if (rate === null) return t('falsePositives.unknown')
    return rate === 0 ? t('falsePositives.none', { threshold }) : t('falsePositives', { threshold, rate: figures.rate(rate) })
  }

  function band({ low, high }: HumanBand): string {
    const shown = { low: figures.bound(low), high: figures.bound(high) }
    return t(low === 0 ? 'band.upTo' : 'band.between', shown)
  }

  function odds(): string {
    if (!standing) return ''
    const n = figures.count(standing.n)
    if (standing.kind === 'about')
      return t('standing.about', { count: standing.perThousand, shown: figures.count(standing.perThousand), n })
    if (standing.kind === 'none') return t('standing.none', { n, atBest: figures.count(standing.atBest) })
    return t(`standing.${standing.kind}`, { n })
  }
}
