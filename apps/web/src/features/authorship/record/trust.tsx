import type { WritingSubmissionView } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../../ui/notice/notice.tsx'
import classes from './record.module.css'
import { useArrivalSentences } from './use-arrival-sentences.ts'

type Trust = Pick<WritingSubmissionView, 'integrity' | 'arrival' | 'hash'>

function toneOf({ integrity, arrival }: Trust): 'info' | 'warning' | 'error' {
  if (integrity === 'altered') return 'error'
  return arrival.some(({ explained }) => !explained) ? 'warning' : 'info'
}

/** Whether the record is as it was stored, and whether its arrival confirms its dates. */
export function RecordTrust({ trust }: { trust: Trust }) {
  const { t } = useTranslation('writing-record')
  const { integrity, arrival, hash } = trust
  const sentences = useArrivalSentences(arrival)
  return (
    <Notice tone={toneOf(trust)}>
      <p>
        <strong>{t(`integrity.${integrity}`)}</strong>
      </p>
      <p className={classes.meaning}>{t(`integrity.${integrity}.meaning`)}</p>
      {arrival.length > 0 && (
        <ul className={classes.arrival}>
          {sentences.map(({ key, what, why }) => (
            <li key={key}>
              <strong>{what}</strong> {why}
            </li>
          ))}
        </ul>
      )}
      {hash !== null && (
        <details className={classes.hash}>
          <summary>{t('integrity.hash')}</summary>
          <code>{hash}</code>
        </details>
      )}
    </Notice>
  )
}
