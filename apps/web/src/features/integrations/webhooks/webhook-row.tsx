import { Button } from '@mantine/core'
import type { Webhook } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatTime } from '../../../lib/format/format.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { useSwitchWebhook, useTestWebhook } from './use-webhooks.ts'
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
