import type { CaseEntry } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../lib/format/format.ts'
import classes from './cases.module.css'

/** Everything that happened in a case, oldest first. */
export function CaseTimeline({ entries }: { entries: readonly CaseEntry[] }) {
  const { t, i18n } = useTranslation('cases')
  return (
    <ol className={classes.timeline}>
      {entries.map(({ id, at, kind, text, outcome, unheard_reason }) => (
        <li key={id} className={classes.entry}>
          <p className={classes.entryTitle}>
            <strong>{t(`entry.${kind}`, { outcome: outcome === null ? '' : t(`outcome.${outcome}`) })}</strong>{' '}
            <time className={classes.soft} dateTime={at}>
              {formatTime(i18n, at)}
            </time>
          </p>
          {text !== null && <p className={classes.entryText}>{text}</p>}
          {unheard_reason !== null && (
            <p className={classes.entryText}>
              {t('entry.unheard')} {unheard_reason}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
