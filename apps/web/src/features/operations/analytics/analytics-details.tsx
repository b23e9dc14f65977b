import { NativeSelect, Skeleton } from '@mantine/core'
import { type Analytics, type ClassTally, fewScored, type PublishedRate, type Tally } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { detailOf } from '../../../lib/call/failure.ts'
import { className, formatNumber, formatPercent } from '../../../lib/format/format.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import text from '../../../ui/theme/text.module.css'
import classes from './analytics.module.css'
import { formatChance, formatFlags } from './class-table.tsx'
import { Histogram, Trend } from './plots.tsx'
import { useClassAnalytics } from './queries.ts'

interface AnalyticsDetailsProps {
  /** Undefined while loading. */
  analytics: Analytics | undefined
  tallies: readonly ClassTally[]
}

/** Details of all documents, or of the class in the URL (`class`). */
export function AnalyticsDetails({ analytics, tallies }: AnalyticsDetailsProps) {
  const { t } = useTranslation('analytics')
  const [search, setSearch] = useSearchParams()
  const id = search.get('class') || null
  const classAnalytics = useClassAnalytics(id)
  const shown =
    id === null ? analytics && { ...analytics.all, months: analytics.months } : classAnalytics.data
  const selectClass = (next: string) =>
    setSearch(next === '' ? {} : { class: next }, { replace: true, preventScrollReset: true })
  return (
    <section id="depth" aria-label={t('depth')} className={classes.depth}>
      <SectionHeader
        title={t('depth')}
        actions={
          <NativeSelect
            aria-label={t('depth.choose')}
            value={id ?? ''}
            onChange={({ currentTarget }) => selectClass(currentTarget.value)}
            data={[
              { value: '', label: t('depth.all') },
              ...tallies.map((tally) => ({ value: tally.class_group_id, label: className(tally) })),
            ]}
          />
        }
      />
      {id !== null && classAnalytics.isError && (
        <Notice tone="error">{t('depth.failed', { detail: detailOf(classAnalytics.error) })}</Notice>
      )}
      {shown ? (
        <>
          <FlagSummary tally={shown} />
          {shown.scored > 0 && (
            <div className={classes.plots}>
              <Histogram byScore={shown.by_score} />
              <Trend months={shown.months} />
            </div>
          )}
          {analytics && <PublishedRates rates={analytics.rates} detector={analytics.detector} />}
        </>
      ) : (
        !classAnalytics.isError && <Skeleton height={260} />
      )}
    </section>
  )
}

/**
 * How many documents are flagged, compared with how many would be by chance alone. With few documents it says
 * so first.
 */
function FlagSummary({ tally }: { tally: Tally }) {
  const { t, i18n } = useTranslation('analytics')
  const { documents, scored, mean, flagged, expected } = tally
  const number = (value: number) => formatNumber(i18n, value)
  if (scored === 0)
    return (
      <p className={classes.summary}>{t('summary.none', { count: documents, shown: number(documents) })}</p>
    )
  return (
    <div className={classes.summary}>
      {scored < fewScored && <Notice tone="warning">{t('summary.few', { count: scored })}</Notice>}
      <dl className={classes.facts}>
        <div>
          <dt>{t('summary.mean')}</dt>
          <dd>{formatPercent(i18n, mean)}</dd>
          <dd className={text.note}>
            {t('summary.mean.note', { count: scored, shown: number(scored), all: number(documents) })}
          </dd>
        </div>
        <div>
          <dt>{t('summary.flagged')}</dt>
          <dd>{t('of', { part: number(flagged), whole: number(scored) })}</dd>
          <dd className={text.note}>
            {t('summary.flagged.note', { share: formatPercent(i18n, flagged / scored) })}
          </dd>
        </div>
        {expected && (
          <div>
            <dt>{t('summary.expected')}</dt>
            <dd>{formatFlags(i18n.language, expected)}</dd>
            <dd className={text.note}>
              {t('summary.expected.note', {
                count: expected.documents,
                shown: number(expected.documents),
                chance: formatChance(i18n.language, expected),
              })}
            </dd>
          </div>
        )}
      </dl>
      <p className={text.note}>{t('summary.meaning')}</p>
    </div>
  )
}

/**
 * The basis of the expected numbers: how often human texts of each length are flagged, as published with the
 * detector.
 */
function PublishedRates({ rates, detector }: Pick<Analytics, 'rates' | 'detector'>) {
  const { t, i18n } = useTranslation('analytics')
  const number = (value: number) => formatNumber(i18n, value)
  const lengthOf = ({ from, to }: PublishedRate) =>
    to === null
      ? t('rates.from', { from: number(from) })
      : t('rates.between', { from: number(from), to: number(to) })
  const rate = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
  if (rates.length === 0) return <p className={text.note}>{t('rates.none')}</p>
  return (
    <details className={classes.details}>
      <summary>{t('rates.title')}</summary>
      <p className={text.note}>{t('rates.text', detector)}</p>
      <table className={classes.figures}>
        <thead>
          <tr>
            <th scope="col">{t('rates.length')}</th>
            <th scope="col">{t('rates.flagged')}</th>
            <th scope="col">{t('rates.n')}</th>
          </tr>
        </thead>
        <tbody>
          {rates.map((publishedRate) => (
            <tr key={publishedRate.from}>
              <th scope="row">{lengthOf(publishedRate)}</th>
              <td>{rate.format(publishedRate.false_positive_rate * 1_000)}</td>
              <td>{number(publishedRate.n)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={text.note}>{t('rates.limits')}</p>
    </details>
  )
}
