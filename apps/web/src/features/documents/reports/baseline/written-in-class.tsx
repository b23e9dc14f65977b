import { Button } from '@mantine/core'
import type { Report } from '@penmark/contract'
import { baselineSentences } from '@penmark/wording'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../../../ui/notice/notice.tsx'
import text from '../../../../ui/theme/text.module.css'
import { ScoreHistogram } from '../distribution/score-histogram.tsx'
import { useBaseline } from '../queries.ts'
import { Section } from '../section.tsx'
import { useReportFormat } from '../use-report-format.ts'
import classes from './written-in-class.module.css'

/** Target of the link in the row of evidence. */
export const writtenInClassId = 'written-in-class'

/** Compares a scored report with the texts written in class. Renders nothing if there are none. */
export function WrittenInClass({ report }: { report: Report & { score: number } }) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const { data: baseline, isError, refetch } = useBaseline(report.document_id)
  if (isError)
    return (
      <Notice
        tone="warning"
        action={
          <Button variant="default" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        }
      >
        {t('baseline.failed')}
      </Notice>
    )
  const sentences = baseline ? baselineSentences(report, baseline, format) : []
  if (!baseline || sentences.length === 0) return null
  const { own, school } = baseline
  const rowOf = (counts: readonly number[], n: number, name: 'own' | 'school') => ({
    kind: 'human' as const,
    counts,
    label: t(`baseline.${name}.plot`, { n: format.count(n) }),
    column: t(`baseline.${name}.column`),
  })
  const rows = [
    ...(own && own.n > 0 ? [rowOf(own.counts, own.n, 'own')] : []),
    ...(school && school.n > 0 ? [rowOf(school.counts, school.n, 'school')] : []),
  ]
  return (
    <Section id={writtenInClassId} title={t('baseline.title')}>
      <div className={classes.columns}>
        <div>
          {sentences.map(({ key, values, headline }) => (
            <p key={key} className={key === 'baseline.softened' ? classes.softened : undefined}>
              {t(key, headline === null ? values : { ...values, finding: t(headline) })}
            </p>
          ))}
          <p className={text.soft}>{t('baseline.protects')}</p>
        </div>
        <ScoreHistogram title={t('baseline.plot')} score={report.score} rows={rows} />
      </div>
    </Section>
  )
}
