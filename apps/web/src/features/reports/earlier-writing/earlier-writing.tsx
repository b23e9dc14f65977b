import { Button } from '@mantine/core'
import { type EarlierWriting as EarlierWritingData, knownTexts } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../../ui/notice/notice.tsx'
import { useEarlierWriting } from '../queries.ts'
import { Section } from '../report/section.tsx'
import { useFigures } from '../use-figures.ts'
import classes from './earlier-writing.module.css'
import { WritingHistory } from './writing-history.tsx'

/** A text beside the earlier writing of its student. A document without a student or a score shows nothing. */
export function EarlierWriting({ documentId }: { documentId: string }) {
  const { t } = useTranslation('report')
  const { data, isError, refetch } = useEarlierWriting(documentId)
  if (isError)
    return (
      <Notice
        tone="info"
        action={
          <Button variant="default" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        }
      >
        {t('earlier.failed')}
      </Notice>
    )
  if (!data || data.outcome === 'no-student' || data.outcome === 'not-scored') return null
  const { outcome, history, measures } = data
  const isCompared = outcome === 'in-line' || outcome === 'differs'
  return (
    <Section title={t('earlier.title')}>
      <div className={classes.words}>
        <Outcome outcome={outcome} count={outcome === 'too-few' ? data.needed : data.known} />
        {isCompared && <Caution measured={data.measured} />}
      </div>
      {history.length > 1 && <WritingHistory documentId={documentId} history={history} />}
      {measures.length > 0 && <Measures comparison={data} />}
    </Section>
  )
}

interface OutcomeProps {
  outcome: Exclude<EarlierWritingData['outcome'], 'no-student' | 'not-scored'>
  /** Texts that are still needed, or that it was compared with. */
  count: number
}

function Outcome({ outcome, count }: OutcomeProps) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  return <p>{t(`earlier.outcome.${outcome}`, { count, shown: figures.count(count), words: figures.count(knownTexts.words) })}</p>
}

/** Why a difference is often harmless, and how often the comparison was wrong. */
function Caution({ measured: { n, writers, differing, high } }: { measured: EarlierWritingData['measured'] }) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  return (
    <>
      <p>{t('earlier.harmless')}</p>
      <p className={classes.quiet}>{t('earlier.noVerdict')}</p>
      <p className={classes.quiet}>
        {t('earlier.measured', {
          n: figures.count(n),
          writers: figures.count(writers),
          differing: figures.count(differing),
          rate: figures.rate(differing / n),
          high: figures.rate(high),
        })}
      </p>
    </>
  )
}

function Measures({ comparison: { known, measures } }: { comparison: EarlierWritingData }) {
  const { t, i18n } = useTranslation('report')
  const figures = useFigures()
  const show = (name: EarlierWritingData['measures'][number]['name'], value: number) => {
    if (name === 'word-variety') return figures.share(value)
    if (name !== 'function-word-distance') return figures.decimal(value)
    return value.toLocaleString(i18n.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  }
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>{t('earlier.measures')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('style.measure')}</th>
          <th scope="col">{t('style.here')}</th>
          <th scope="col">{t('earlier.compared', { count: known, shown: figures.count(known) })}</th>
        </tr>
      </thead>
      <tbody>
        {measures.map(({ name, value, low, high }) => (
          <tr key={name}>
            <th scope="row">{t(`earlier.measure.${name}`)}</th>
            <td>{show(name, value)}</td>
            <td>{t('style.range', { low: show(name, low), high: show(name, high) })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
