import { chanceOfFalseFlag, type Report, scoreBands, verdictAtPercent } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Disclosure } from '../report/disclosure.tsx'
import { useFigures } from '../use-figures.ts'

/** Class size of the example that turns a false-positive rate into a chance. */
const exampleTexts = 30

/** What score, thresholds and confidence mean, and what they do not. */
export function Meaning({ report: { score, calibration, calibrated_probability: probability } }: { report: Report }) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  const rate = calibration?.false_positive_rate ?? null
  const thresholds = {
    low: figures.share(scoreBands.amber / 100),
    middle: figures.share(verdictAtPercent / 100),
    high: figures.share(scoreBands.red / 100),
  }
  return (
    <Disclosure title={t('meaning.title')}>
      <ul>
        {score !== null && <li>{t('meaning.score', { score: figures.score(score) })}</li>}
        <li>{t('meaning.thresholds', thresholds)}</li>
        {calibration?.reaching && (
          <li>
            {t('meaning.measured', {
              n: figures.count(calibration.n),
              atLow: figures.count(calibration.reaching.low),
              atMiddle: figures.count(calibration.reaching.middle),
              atHigh: figures.count(calibration.reaching.high),
              ...thresholds,
            })}
          </li>
        )}
        <li>{t('meaning.confidence')}</li>
        {probability && (
          <li>
            {t('meaning.probability', {
              share: figures.score(probability.value),
              machineShare: figures.share(probability.machine_share),
              n: figures.count(probability.n),
            })}
          </li>
        )}
        {rate !== null && rate > 0 && (
          <li>{t('meaning.class', { texts: exampleTexts, chance: figures.rate(chanceOfFalseFlag(rate, exampleTexts)) })}</li>
        )}
      </ul>
    </Disclosure>
  )
}
