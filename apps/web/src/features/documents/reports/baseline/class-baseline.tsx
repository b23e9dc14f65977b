import { Button } from '@mantine/core'
import { scoreBands, verdictAtPercent } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../../../ui/notice/notice.tsx'
import text from '../../../../ui/theme/text.module.css'
import { ScoreHistogram } from '../distribution/score-histogram.tsx'
import { useClassBaseline } from '../queries.ts'
import { Section } from '../section.tsx'
import { useReportFormat } from '../use-report-format.ts'
import classes from './written-in-class.module.css'

/** The scores of the texts that a class wrote in class. Renders nothing if there are none. */
export function ClassBaseline({ classId }: { classId: string }) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const { data, isError, refetch } = useClassBaseline(classId)
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
        {t('baseline.class.failed')}
      </Notice>
    )
  if (!data || data.n === 0) return null
  const { n, unusual, flagged, counts } = data
  const shown = (count: number) => ({ count, shown: format.count(count), n: format.count(n) })
  return (
    <Section title={t('baseline.class.title')}>
      <div className={classes.columns}>
        <div>
          <p>
            {t('baseline.class.flagged', {
              ...shown(flagged),
              threshold: format.share(verdictAtPercent / 100),
            })}
          </p>
          <p>
            {t('baseline.class.unusual', {
              ...shown(unusual),
              threshold: format.share(scoreBands.amber / 100),
            })}
          </p>
          <p className={text.soft}>{t('baseline.class.use')}</p>
        </div>
        <ScoreHistogram
          title={t('baseline.plot')}
          score={null}
          rows={[
            {
              kind: 'human',
              counts,
              label: t('baseline.class.plot', shown(n)),
              column: t('baseline.class.column'),
            },
          ]}
        />
      </div>
    </Section>
  )
}
