import { type ReportCheck, statedFinding } from '@penmark/contract'
import { judgementOf } from '@penmark/wording'
import { useTranslation } from 'react-i18next'
import { Section } from '../section.tsx'
import { useReportFormat } from '../use-report-format.ts'
import classes from './result-history.module.css'

/**
 * The first result beside later re-checks of the same text, oldest first. Renders nothing when there is only
 * one.
 */
export function ResultHistory({ checks }: { checks: readonly ReportCheck[] }) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const [first, ...later] = checks
  const last = later.at(-1)
  if (!first || !last) return null
  return (
    <Section
      title={t('checks.title', { date: last.created_at ? format.day(last.created_at) : t('notAvailable') })}
      lead={t('checks.text')}
    >
      <div className={classes.checks}>
        <CheckResult check={first} name={t('checks.first')} />
        {later.map((check) => (
          <CheckResult key={check.detector?.model_hash} check={check} name={t('checks.later')} />
        ))}
      </div>
    </Section>
  )
}

function CheckResult({ check, name }: { check: ReportCheck; name: string }) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const { verdict, finding } = judgementOf(check)
  const findingKey = statedFinding(finding)
  const { score, detector, created_at } = check
  return (
    <div className={classes.check}>
      <h3 className={classes.name}>{name}</h3>
      <p className={classes.found}>
        {findingKey ? t(`finding.${findingKey}.title`) : t(`verdict.${verdict}`)}
      </p>
      <dl className={classes.details}>
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
