import { type Calibration, type HumanBand, mistakes, standingOf } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { useFigures } from './figures.ts'
import classes from './result.module.css'

interface StandingLineProps {
  calibration: Calibration | null
  /** The cut of the verdict, as shown. */
  cut: string
}

/** What the score means in numbers: how many human texts score as high, and how many are called AI by mistake. */
export function StandingLine({ calibration, cut }: StandingLineProps) {
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
      if (count === 0) return t('falsePositives.noneOf', { cut, n: figures.count(n) })
      return t('falsePositives.counted', { count, shown: figures.count(count), cut, n: figures.count(n), rate: figures.rate(counted.rate) })
    }
    if (rate === null) return t('falsePositives.unknown')
    return rate === 0 ? t('falsePositives.none', { cut }) : t('falsePositives', { cut, rate: figures.rate(rate) })
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
