import { Button } from '@mantine/core'
import type { Webhook, WebhookDelivery } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatNumber, formatTime } from '../../../lib/format/format.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { useDeliveries, useSwitchWebhook, useTestWebhook } from './use-webhooks.ts'
import classes from './webhooks.module.css'

const tones = { on: 'success', off: 'neutral', gone: 'error' } as const

interface WebhookRowProps {
  webhook: Webhook
  onAsk: (action: 'rotate' | 'remove') => void
}

/** One address with its actions and its log. */
export function WebhookRow({ webhook, onAsk }: WebhookRowProps) {
  const { t, i18n } = useTranslation('integrations')
  const { id, url, state, failing_since, old_secret_until } = webhook
  const turn = useSwitchWebhook()
  const test = useTestWebhook()
  const onError = (thrown: Error) => toast.error(t('hooks.notDone', { detail: detailOf(thrown) }))
  const button = (words: string, press: () => void, busy = false) => (
    <Button size="compact-sm" variant="default" onClick={press} loading={busy} aria-label={t('hooks.of', { action: words, url })}>
      {words}
    </Button>
  )
  return (
    <li className={classes.webhook}>
      <div className={classes.head}>
        <h3 className={classes.url}>{url}</h3>
        <Badge tone={tones[state]}>{t(`hooks.state.${state}`)}</Badge>
      </div>
      {state === 'gone' && <Notice tone="error">{t('hooks.gone')}</Notice>}
      {state === 'on' && failing_since && <Notice tone="warning">{t('hooks.failing', { time: formatTime(i18n, failing_since) })}</Notice>}
      {old_secret_until && <p className={classes.soft}>{t('hooks.oldSecret', { time: formatTime(i18n, old_secret_until) })}</p>}
      <div className={classes.actions}>
        {state === 'on' &&
          button(t('hooks.test'), () => test.mutate(id, { onError, onSuccess: () => toast.success(t('hooks.tested')) }), test.isPending)}
        {button(
          t(state === 'on' ? 'hooks.turnOff' : 'hooks.turnOn'),
          () => turn.mutate({ id, state: state === 'on' ? 'off' : 'on' }, { onError }),
          turn.isPending,
        )}
        {button(t('hooks.rotate'), () => onAsk('rotate'))}
        {button(t('hooks.remove'), () => onAsk('remove'))}
      </div>
      <DeliveryLog id={id} />
    </li>
  )
}

const deliveryTones = { waiting: 'info', delivered: 'success', failed: 'error' } as const
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
function DeliveryLog({ id }: { id: string }) {
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
      <Badge tone={deliveryTones[state]}>{t(`hooks.delivery.${state}`)}</Badge>
      <span>{t(eventWords[event])}</span>
      <span className={classes.soft}>{formatTime(i18n, created_at)}</span>
      {details.length > 0 && <span className={classes.soft}>{details.join(' · ')}</span>}
    </li>
  )
}
