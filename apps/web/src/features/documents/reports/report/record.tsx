import { ActionIcon, CopyButton } from '@mantine/core'
import type { Report } from '@penmark/contract'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../report.module.css'
import { Part } from '../section.tsx'
import { useReportFormat } from '../use-report-format.ts'

interface RecordProps {
  report: Report
  filename: string | undefined
}

/** What was scored, by which model and when, so that anyone can reproduce the result. */
export function ReportRecord({ report: { detector, text_hash, created_at, detail }, filename }: RecordProps) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  return (
    <Part title={t('record.title')} lead={t('record.text')}>
      <dl className={classes.record}>
        {filename && <Row name={t('record.document')}>{filename}</Row>}
        {detector && (
          <Row name={t('record.detector')}>
            {t('record.version', { name: detector.name, version: detector.version })}
          </Row>
        )}
        {detector && <Row name={t('record.model')} hash={detector.model_hash} />}
        {text_hash && <Row name={t('record.hash')} hash={text_hash} />}
        {detail && (
          <Row name={t('record.sentences')}>
            {t('record.detail', {
              sentences: format.count(detail.sentences),
              alone: format.count(detail.alone),
            })}
          </Row>
        )}
        {created_at && (
          <Row name={t('record.date')}>
            <time dateTime={created_at}>{format.moment(created_at)}</time>
          </Row>
        )}
      </dl>
    </Part>
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

function CopyValue({ name, value }: { name: string; value: string }) {
  const { t } = useTranslation('report')
  return (
    <span className={classes.copy}>
      <code className={classes.hash}>{value}</code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <>
            <ActionIcon
              className={classes.button ?? ''}
              variant="subtle"
              color="gray"
              size={32}
              onClick={copy}
              aria-label={t('copy.named', { name })}
            >
              {copied ? (
                <IconCheck size={16} aria-hidden="true" />
              ) : (
                <IconCopy size={16} aria-hidden="true" />
              )}
            </ActionIcon>
            <span role="status" className={classes.copied}>
              {copied ? t('copied') : ''}
            </span>
          </>
        )}
      </CopyButton>
    </span>
  )
}
