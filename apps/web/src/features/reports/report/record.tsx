import { ActionIcon, CopyButton } from '@mantine/core'
import { judgementOf, type Report, type ReportCheck, statedFinding } from '@penmark/contract'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useReportFormat } from '../use-report-format.ts'
import classes from './report.module.css'
import historyClasses from './result-history.module.css'
import { FoldedSection, Section } from './section.tsx'

interface RecordProps {
  report: Report
  filename: string | undefined
}

/** What was scored, by which model and when, so that anyone can reproduce the result. */
export function ReportRecord({ report: { detector, text_hash, created_at, detail }, filename }: RecordProps) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  return (
    <FoldedSection title={t('record.title')} lead={t('record.text')}>
      <dl className={classes.record}>
        {filename && <Row name={t('record.document')}>{filename}</Row>}
        {detector && <Row name={t('record.detector')}>{t('record.version', { name: detector.name, version: detector.version })}</Row>}
        {detector && <Row name={t('record.model')} hash={detector.model_hash} />}
        {text_hash && <Row name={t('record.hash')} hash={text_hash} />}
        {detail && (
          <Row name={t('record.sentences')}>
            {t('record.detail', { sentences: format.count(detail.sentences), alone: format.count(detail.alone) })}
          </Row>
        )}
        {created_at && (
          <Row name={t('record.date')}>
            <time dateTime={created_at}>{format.moment(created_at)}</time>
          </Row>
        )}
      </dl>
    </FoldedSection>
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
              {copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />}
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

/** The first result beside later re-checks of the same text, oldest first. Renders nothing when there is only one. */
export function ResultHistory({ checks }: { checks: readonly ReportCheck[] }) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const [first, ...later] = checks
  const last = later.at(-1)
  if (!first || !last) return null
  return (
    <Section title={t('checks.title', { date: last.created_at ? format.day(last.created_at) : t('notAvailable') })} lead={t('checks.text')}>
      <div className={historyClasses.checks}>
        <EarlierResult check={first} name={t('checks.first')} />
        {later.map((check) => (
          <EarlierResult key={check.detector?.model_hash} check={check} name={t('checks.later')} />
        ))}
      </div>
    </Section>
  )
}

function EarlierResult({ check, name }: { check: ReportCheck; name: string }) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const { verdict, finding } = judgementOf(check)
  const findingKey = statedFinding(finding)
  const { score, detector, created_at } = check
  return (
    <div className={historyClasses.check}>
      <h3 className={historyClasses.name}>{name}</h3>
      <p className={historyClasses.found}>{findingKey ? t(`finding.${findingKey}.title`) : t(`verdict.${verdict}`)}</p>
      <dl className={historyClasses.details}>
        <dt>{t('score.name')}</dt>
        <dd>{score === null ? t('notAvailable') : format.score(score)}</dd>
        {detector && (
          <>
            <dt>{t('record.detector')}</dt>
            <dd>{t('record.version', { name: detector.name, version: detector.version })}</dd>
          </>
        )}
        {created_at && (
          <>
            <dt>{t('record.date')}</dt>
            <dd>
              <time dateTime={created_at}>{format.moment(created_at)}</time>
            </dd>
          </>
        )}
      </dl>
    </div>
  )
}
