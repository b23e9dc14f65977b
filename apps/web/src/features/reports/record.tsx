import type { Report } from '@penmark/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyValue } from './copy-value.tsx'
import { useFigures } from './figures.ts'
import classes from './report.module.css'
import { Section } from './section.tsx'

interface RecordProps {
  report: Report
  filename: string | undefined
}

/** What was judged, by what and when, so that anybody can repeat it. */
export function ReportRecord({ report: { detector, text_hash, created_at }, filename }: RecordProps) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  return (
    <Section title={t('record.title')} lead={t('record.text')}>
      <dl className={classes.record}>
        {filename && <Row name={t('record.document')}>{filename}</Row>}
        {detector && <Row name={t('record.detector')}>{t('record.version', { name: detector.name, version: detector.version })}</Row>}
        {detector && <Row name={t('record.model')} hash={detector.model_hash} />}
        {text_hash && <Row name={t('record.hash')} hash={text_hash} />}
        {created_at && (
          <Row name={t('record.date')}>
            <time dateTime={created_at}>{figures.moment(created_at)}</time>
          </Row>
        )}
      </dl>
    </Section>
  )
}

function Row({ name, hash, children }: { name: string; hash?: string; children?: ReactNode }) {
  return (
    <div className={classes.row}>
      <dt>{name}</dt>
      <dd>{hash ? <CopyValue name={name} value={hash} /> : children}</dd>
    </div>
  )
}
