import { NativeSelect, Skeleton } from '@mantine/core'
import type { Analytics, ClassTally } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { detailOf } from '../../lib/call/failure.ts'
import { className } from '../../lib/names/names.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { SectionHeader } from '../../ui/page-header/page-header.tsx'
import classes from './analytics.module.css'
import { FlagSummary } from './flag-summary.tsx'
import { Histogram } from './plots/histogram.tsx'
import { Trend } from './plots/trend.tsx'
import { PublishedRates } from './published-rates.tsx'
import { useClassAnalytics } from './queries.ts'

interface DepthProps {
  /** Undefined while loading. */
  analytics: Analytics | undefined
  tallies: readonly ClassTally[]
}

/** Details of all documents, or of the class in the URL (`class`). */
export function Depth({ analytics, tallies }: DepthProps) {
  const { t } = useTranslation('analytics')
  const [search, setSearch] = useSearchParams()
  const id = search.get('class') || null
  const one = useClassAnalytics(id)
  const shown = id === null ? analytics && { ...analytics.all, months: analytics.months } : one.data
  const choose = (next: string) => setSearch(next === '' ? {} : { class: next }, { replace: true, preventScrollReset: true })
  return (
    <section id="depth" aria-label={t('depth')} className={classes.depth}>
      <SectionHeader
        title={t('depth')}
        actions={
          <NativeSelect
            aria-label={t('depth.choose')}
            value={id ?? ''}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
            data={[
              { value: '', label: t('depth.all') },
              ...tallies.map((tally) => ({ value: tally.class_group_id, label: className(tally) })),
            ]}
          />
        }
      />
      {id !== null && one.isError && <Notice tone="error">{t('depth.failed', { detail: detailOf(one.error) })}</Notice>}
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
        !one.isError && <Skeleton height={260} />
      )}
    </section>
  )
}
