import { useElementSize } from '@mantine/hooks'
import { type WritingComparison, writingComparisonTexts } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { LoadError, Loading } from '../../../ui/page-state/page-state.tsx'
import { useComparison } from './queries.ts'
import classes from './record.module.css'
import { useRecordFigures } from './record-figures.ts'

/**
 * Time, revisions, pauses and pastes of a text among those of the others handed in for its task: facts
 * without a verdict.
 */
export function ClassComparison({ submissionId }: { submissionId: string }) {
  const { t } = useTranslation('writing-record')
  const { number } = useRecordFigures()
  const { data, error, refetch } = useComparison(submissionId)
  if (error)
    return (
      <LoadError onRetry={() => void refetch()}>{t('class.failed', { detail: detailOf(error) })}</LoadError>
    )
  if (!data) return <Loading region="page" />
  if (data.measures.length === 0)
    return <p>{t('class.few', { fewest: number(writingComparisonTexts.fewest), n: number(data.n) })}</p>
  return (
    <>
      <p>{t('class.meaning', { n: number(data.n) })}</p>
      <dl className={classes.comparison}>
        {data.measures.map((measured) => (
          <Measure key={measured.measure} measured={measured} />
        ))}
      </dl>
    </>
  )
}

const height = 28
const padding = 8
const defaultWidth = 480

/** How many texts have each value. */
function countsOf(values: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

function Measure({
  measured: { measure, own, others },
}: {
  measured: WritingComparison['measures'][number]
}) {
  const { t } = useTranslation('writing-record')
  const { number } = useRecordFigures()
  const { ref, width: measuredWidth } = useElementSize()
  const width = measuredWidth || defaultWidth
  const most = Math.max(1, own, ...others)
  const xOf = (value: number) => padding + (value / most) * (width - 2 * padding)
  const rounded = (value: number | undefined) => number(Math.round(value ?? 0))
  const ownX = xOf(own)
  const value = t('class.value', {
    own: rounded(own),
    low: rounded(others[0]),
    high: rounded(others.at(-1)),
    median: rounded(others[Math.floor((others.length - 1) / 2)]),
  })
  return (
    <div>
      <dt>{t(`class.${measure}`)}</dt>
      <dd>
        <div ref={ref} className={classes.plot}>
          <svg width={width} height={height} aria-hidden="true">
            <line
              className={classes.level}
              x1={padding}
              x2={width - padding}
              y1={height / 2}
              y2={height / 2}
            />
            {[...countsOf(others)].map(([other, count]) => (
              <circle
                key={other}
                className={classes.other}
                cx={xOf(other)}
                cy={height / 2}
                r={Math.min(10, 4 * Math.sqrt(count))}
              />
            ))}
            <path className={classes.own} d={`M${ownX} ${height / 2 - 8}l8 8l-8 8l-8 -8z`} />
          </svg>
        </div>
        {value}
      </dd>
    </div>
  )
}
