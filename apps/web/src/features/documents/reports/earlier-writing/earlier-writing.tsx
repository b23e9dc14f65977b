import { Button } from '@mantine/core'
import type { EarlierWriting as EarlierWritingData } from '@penmark/contract'
import { earlierSentences, measureFigure } from '@penmark/wording'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../../../ui/notice/notice.tsx'
import textClasses from '../../../../ui/theme/text.module.css'
import { useEarlierWriting } from '../queries.ts'
import { Section } from '../section.tsx'
import { useReportFormat } from '../use-report-format.ts'
import classes from './earlier-writing.module.css'
import { WritingHistory } from './writing-history.tsx'

const quietKeys: ReadonlySet<string> = new Set([
  'earlier.outcome.no-difference',
  'earlier.noVerdict',
  'earlier.measured',
])

/** Target of the link in the row of evidence. */
export const earlierWritingId = 'earlier-writing'

/** Whether there is more to show than the row of evidence says. */
export function hasEarlierSection({ outcome, history }: EarlierWritingData): boolean {
  if (outcome === 'no-student' || outcome === 'not-scored') return false
  return history.length > 1 || outcome === 'differs' || outcome === 'no-difference'
}

/**
 * Compares a text with the earlier writing of its student. Renders nothing for a document without a student
 * or a score.
 */
export function EarlierWriting({ documentId }: { documentId: string }) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
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
  if (!data || !hasEarlierSection(data)) return null
  const { history, outcome } = data
  return (
    <Section id={earlierWritingId} title={t('earlier.title')}>
      <div className={classes.words}>
        {earlierSentences(data, format).map(({ key, values }) => (
          <p key={key} className={quietKeys.has(key) ? textClasses.soft : undefined}>
            {t(key, values)}
          </p>
        ))}
      </div>
      {history.length > 1 && <WritingHistory documentId={documentId} history={history} />}
      {outcome === 'differs' && <Measures comparison={data} />}
    </Section>
  )
}

function Measures({ comparison: { known, measures } }: { comparison: EarlierWritingData }) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const show = (name: EarlierWritingData['measures'][number]['name'], value: number) =>
    measureFigure(name, value, format)
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>{t('earlier.measures')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('style.measure')}</th>
          <th scope="col">{t('style.here')}</th>
          <th scope="col">{t('earlier.compared', { count: known, shown: format.count(known) })}</th>
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
