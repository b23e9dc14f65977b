import type { WebhookDelivery } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatTime } from '../../../lib/format/format.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { useDeliveries } from './use-webhooks.ts'
import classes from './webhooks.module.css'

const tones = { waiting: 'info', delivered: 'success', failed: 'error' } as const
const eventWords = {
  'document.completed': 'hooks.event.completed',
  'case.opened': 'hooks.event.case.opened',
  'case.changed': 'hooks.event.case.changed',
  'case.asked': 'hooks.event.case.asked',
  'case.answered': 'hooks.event.case.answered',
  'case.decided': 'hooks.event.case.decided',
  'case.appealed': 'hooks.event.case.appealed',
  'case.appeal-ended': 'hooks.event.case.appealEnded',
  'case.deleted': 'hooks.event.case.deleted',
  'writing.handed_in': 'hooks.event.writing.handedIn',
  test: 'hooks.event.test',
} as const

/** The deliveries to one address, loaded when opened. */
export function DeliveryLog({ id }: { id: string }) {
  const { t } = useTranslation('integrations')
  const [opened, setOpened] = useState(false)
  const { data, isError } = useDeliveries(id, opened)
  return (
    <details className={classes.log} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>{t('hooks.log')}</summary>
      {isError && !data && <Notice tone="error">{t('hooks.log.failed')}</Notice>}
      {data?.length === 0 && <p className={classes.soft}>{t('hooks.log.empty')}</p>}
      {data && data.length > 0 && (
        <ul className={classes.deliveries}>
          {data.map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
    </details>
  )
}

function Delivery({ delivery }: { delivery: WebhookDelivery }) {
  const { t, i18n } = useTranslation('integrations')
  const { event, state, attempts, last_status, last_failure, created_at, next_attempt_at } = delivery
  const details = [
    attempts > 0 && t('hooks.attempts', { count: attempts, attempts: formatNumber(i18n, attempts) }),
    last_failure &&
      (last_failure === 'status' ? t('hooks.failure.status', { status: last_status ?? '–' }) : t(`hooks.failure.${last_failure}`)),
    attempts > 0 && next_attempt_at && t('hooks.next', { time: formatTime(i18n, next_attempt_at) }),
  ].filter(Boolean)
  return (
    <li className={classes.delivery}>
      <Badge tone={tones[state]}>{t(`hooks.delivery.${state}`)}</Badge>
      <span>{t(eventWords[event])}</span>
      <span className={classes.soft}>{formatTime(i18n, created_at)}</span>
      {details.length > 0 && <span className={classes.soft}>{details.join(' · ')}</span>}
    </li>
  )
}
