import type { Analytics, PublishedRate } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/format/format.ts'
import classes from './analytics.module.css'

/** The basis of the expected numbers: how often human texts of each length are flagged, as published with the detector. */
export function PublishedRates({ rates, detector }: Pick<Analytics, 'rates' | 'detector'>) {
  const { t, i18n } = useTranslation('analytics')
  const number = (value: number) => formatNumber(i18n, value)
  const lengthOf = ({ from, to }: PublishedRate) =>
    to === null ? t('rates.from', { from: number(from) }) : t('rates.between', { from: number(from), to: number(to) })
  const rate = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
  if (rates.length === 0) return <p className={classes.soft}>{t('rates.none')}</p>
  return (
    <details className={classes.details}>
      <summary>{t('rates.title')}</summary>
      <p className={classes.soft}>{t('rates.text', detector)}</p>
      <table className={classes.figures}>
        <thead>
          <tr>
            <th scope="col">{t('rates.length')}</th>
            <th scope="col">{t('rates.flagged')}</th>
            <th scope="col">{t('rates.n')}</th>
          </tr>
        </thead>
        <tbody>
          {rates.map((each) => (
            <tr key={each.from}>
              <th scope="row">{lengthOf(each)}</th>
              <td>{rate.format(each.false_positive_rate * 1_000)}</td>
              <td>{number(each.n)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.soft}>{t('rates.limits')}</p>
    </details>
  )
}
