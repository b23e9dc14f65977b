import { Button } from '@mantine/core'
import {
  cataloguedWorkLine,
  type LookedUpReference,
  type ReferenceLookUp as LookUp,
  referenceGroups,
  serviceNames,
} from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../../lib/call/failure.ts'
import { Notice } from '../../../../ui/notice/notice.tsx'
import { useReferenceLookUp } from '../queries.ts'
import { useReportFormat } from '../use-report-format.ts'
import classes from './reference-look-up.module.css'

/**
 * What public catalogues say about the references, and the button that asks them. Renders nothing if the
 * operator has turned it off.
 */
export function ReferenceLookUp({ id }: { id: string }) {
  const { t, i18n } = useTranslation('report')
  const format = useReportFormat()
  const { lookUp, isLookingUp, isError, refetch, start, isStarting, error } = useReferenceLookUp(id)
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
        {t('lookUp.failedLoad')}
      </Notice>
    )
  if (!lookUp) return null
  const { services, state, references, done } = lookUp
  const isEnabled = services.length > 0
  if (!isEnabled && state !== 'ready') return null
  return (
    <section className={classes.lookUp} aria-labelledby={`look-up-${id}`}>
      <h3 id={`look-up-${id}`} className={classes.title}>
        {t('lookUp.title')}
      </h3>
      {state === 'ready' && <LookUpResults lookUp={lookUp} />}
      {state === 'failed' && <Notice tone="warning">{t('lookUp.failed')}</Notice>}
      {isLookingUp && (
        <Notice tone="info">
          {references === 0
            ? t('lookUp.waiting')
            : t('lookUp.looking', { done: format.count(done), references: format.count(references) })}
        </Notice>
      )}
      {isEnabled && !isLookingUp && (
        <>
          <p className={classes.quiet}>
            {t('lookUp.offer', {
              services: new Intl.ListFormat(i18n.language).format(
                services.map((service) => serviceNames[service]),
              ),
            })}
          </p>
          <Button variant="default" className={classes.button} loading={isStarting} onClick={start}>
            {state === 'ready' ? t('lookUp.again') : t('lookUp.start')}
          </Button>
        </>
      )}
      {error && <Notice tone="error">{t('lookUp.failedStart', { detail: detailOf(error) })}</Notice>}
    </section>
  )
}

function LookUpResults({ lookUp: { results, completed_at } }: { lookUp: LookUp }) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const groups = referenceGroups(results)
  if (groups.length === 0) return <p className={classes.quiet}>{t('lookUp.none')}</p>
  return (
    <>
      <p className={classes.counts}>
        {groups.map(({ outcome, results: { length } }) => (
          <span key={outcome}>
            {t('lookUp.count', { outcome: t(`lookUp.outcome.${outcome}`), shown: format.count(length) })}
          </span>
        ))}
      </p>
      {completed_at && (
        <p className={classes.quiet}>{t('lookUp.completed', { moment: format.moment(completed_at) })}</p>
      )}
      {groups.map(({ outcome, results: ofOutcome }) => (
        <div key={outcome} className={classes.group}>
          <h4 className={classes.outcome}>{t(`lookUp.outcome.${outcome}`)}</h4>
          <p className={classes.quiet}>{t(`lookUp.outcome.${outcome}.text`)}</p>
          <ul className={classes.entries}>
            {ofOutcome.map((result) => (
              <Entry key={result.entry} result={result} />
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}

function Entry({ result: { entry, outcome, differences, found } }: { result: LookedUpReference }) {
  const { t } = useTranslation('report')
  return (
    <li className={classes.entry}>
      <span>{entry}</span>
      {found && outcome !== 'verified' && (
        <span>
          <b>{t('lookUp.found', { service: serviceNames[found.service] })}</b> {cataloguedWorkLine(found)}
        </span>
      )}
      {differences.length > 0 && (
        <span className={classes.quiet}>
          {t('lookUp.differs', { fields: differences.map((field) => t(`lookUp.field.${field}`)).join(', ') })}
        </span>
      )}
    </li>
  )
}
