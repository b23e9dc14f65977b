import { Button, Modal, TextInput } from '@mantine/core'
import {
  integrationRoutes,
  Problem,
  type Webhook,
  type WebhookDelivery,
  webhookLimits,
} from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatNumber, formatTime } from '../../../lib/format/format.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { ConfirmDialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import { FailedNotice, Notice } from '../../../ui/notice/notice.tsx'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import { EmptyState } from '../../../ui/page-state/page-state.tsx'
import layout from '../../../ui/theme/layout.module.css'
import text from '../../../ui/theme/text.module.css'
import { toast } from '../../../ui/toast/toast.tsx'
import shared from '../integrations.module.css'
import { SecretField } from '../secret-field.tsx'
import classes from './webhooks.module.css'

interface Confirmation {
  action: 'rotate' | 'remove'
  webhook: Webhook
}

/** The teacher's webhooks: add one, see their results, and copy a new one's secret. */
export function Webhooks() {
  const { t } = useTranslation('integrations')
  const { data, isError, refetch } = useWebhooks()
  const [secret, setSecret] = useState<string | null>(null)
  const [confirming, setConfirming] = useState<Confirmation | null>(null)
  const rotate = useRotateSecret()
  const remove = useRemoveWebhook()
  const callbacks = {
    onError: (thrown: Error) => toast.error(t('hooks.notDone', { detail: detailOf(thrown) })),
    onSettled: () => setConfirming(null),
  }
  const runConfirmed = ({ action, webhook: { id } }: Confirmation) => {
    if (action === 'rotate')
      rotate.mutate(id, { ...callbacks, onSuccess: (changed) => setSecret(changed.secret) })
    else remove.mutate(id, { ...callbacks, onSuccess: () => toast.success(t('hooks.removed')) })
  }
  return (
    <>
      <AddWebhook onAdded={setSecret} />
      <SectionHeader title={t('hooks.list')} />
      {isError && !data && <FailedNotice onRetry={() => void refetch()}>{t('hooks.failed')}</FailedNotice>}
      {data?.length === 0 && <EmptyState>{t('hooks.empty')}</EmptyState>}
      {data && data.length > 0 && (
        <ul className={classes.list}>
          {data.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              onRequest={(action) => setConfirming({ action, webhook })}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        opened={confirming !== null}
        title={t(confirming?.action === 'rotate' ? 'hooks.rotate.title' : 'hooks.remove.title')}
        confirm={t(confirming?.action === 'rotate' ? 'hooks.rotate' : 'hooks.remove')}
        destructive={confirming?.action === 'remove'}
        busy={rotate.isPending || remove.isPending}
        onConfirm={() => confirming && runConfirmed(confirming)}
        onClose={() => setConfirming(null)}
      >
        <p>
          {confirming?.action === 'rotate'
            ? t('hooks.rotate.text')
            : t('hooks.remove.text', { url: confirming?.webhook.url ?? '' })}
        </p>
      </ConfirmDialog>
      {/* A click outside would lose the secret for good. */}
      <Modal
        opened={secret !== null}
        onClose={() => setSecret(null)}
        title={t('hooks.secret.title')}
        closeOnClickOutside={false}
      >
        <div className={shared.form}>
          <p className={shared.text}>{t('hooks.secret.text')}</p>
          <SecretField label={t('hooks.secret.label')} value={secret ?? ''} />
          <DialogActions>
            <Button onClick={() => setSecret(null)}>{t('hooks.secret.done')}</Button>
          </DialogActions>
        </div>
      </Modal>
    </>
  )
}

/** Adds an address; the response contains its signing secret. */
function AddWebhook({ onAdded }: { onAdded: (secret: string) => void }) {
  const { t, i18n } = useTranslation('integrations')
  const [url, setUrl] = useState('')
  const add = useAddWebhook()
  const reason =
    add.error instanceof Problem && add.error.fields?.[0]
      ? add.error.fields[0].msg
      : add.error && detailOf(add.error)
  return (
    <form
      className={classes.add}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate(
          { url, language: i18n.language },
          {
            onSuccess: ({ secret }) => {
              setUrl('')
              onAdded(secret)
            },
          },
        )
      }}
    >
      <TextInput
        label={t('hooks.url')}
        description={t('hooks.url.note')}
        type="url"
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        maxLength={webhookLimits.urlCharacters}
        error={reason && t('hooks.addFailed', { detail: reason })}
        autoComplete="off"
      />
      <Button type="submit" loading={add.isPending} disabled={url.trim() === ''}>
        {t('hooks.add')}
      </Button>
    </form>
  )
}

const tones = { on: 'success', off: 'neutral', gone: 'error' } as const

interface WebhookRowProps {
  webhook: Webhook
  onRequest: (action: 'rotate' | 'remove') => void
}

/** One address with its actions and its log. */
function WebhookRow({ webhook, onRequest }: WebhookRowProps) {
  const { t, i18n } = useTranslation('integrations')
  const { id, url, state, failing_since, old_secret_until } = webhook
  const switchState = useSwitchWebhook()
  const test = useTestWebhook()
  const onError = (thrown: Error) => toast.error(t('hooks.notDone', { detail: detailOf(thrown) }))
  const button = (label: string, onPress: () => void, busy = false) => (
    <Button
      size="compact-sm"
      variant="default"
      onClick={onPress}
      loading={busy}
      aria-label={t('hooks.of', { action: label, url })}
    >
      {label}
    </Button>
  )
  return (
    <li className={classes.webhook}>
      <div className={classes.header}>
        <h3 className={classes.url}>{url}</h3>
        <Badge tone={tones[state]}>{t(`hooks.state.${state}`)}</Badge>
      </div>
      {state === 'gone' && <Notice tone="error">{t('hooks.gone')}</Notice>}
      {state === 'on' && failing_since && (
        <Notice tone="warning">{t('hooks.failing', { time: formatTime(i18n, failing_since) })}</Notice>
      )}
      {old_secret_until && (
        <p className={text.note}>{t('hooks.oldSecret', { time: formatTime(i18n, old_secret_until) })}</p>
      )}
      <div className={layout.row}>
        {state === 'on' &&
          button(
            t('hooks.test'),
            () => test.mutate(id, { onError, onSuccess: () => toast.success(t('hooks.tested')) }),
            test.isPending,
          )}
        {button(
          t(state === 'on' ? 'hooks.turnOff' : 'hooks.turnOn'),
          () => switchState.mutate({ id, state: state === 'on' ? 'off' : 'on' }, { onError }),
          switchState.isPending,
        )}
        {button(t('hooks.rotate'), () => onRequest('rotate'))}
        {button(t('hooks.remove'), () => onRequest('remove'))}
      </div>
      <DeliveryLog id={id} />
    </li>
  )
}

const deliveryTones = { waiting: 'info', delivered: 'success', failed: 'error' } as const
const eventLabelKeys = {
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
      {data?.length === 0 && <p className={text.note}>{t('hooks.log.empty')}</p>}
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
      (last_failure === 'status'
        ? t('hooks.failure.status', { status: last_status ?? '–' })
        : t(`hooks.failure.${last_failure}`)),
    attempts > 0 && next_attempt_at && t('hooks.next', { time: formatTime(i18n, next_attempt_at) }),
  ].filter(Boolean)
  return (
    <li className={classes.delivery}>
      <Badge tone={deliveryTones[state]}>{t(`hooks.delivery.${state}`)}</Badge>
      <span>{t(eventLabelKeys[event])}</span>
      <span className={text.note}>{formatTime(i18n, created_at)}</span>
      {details.length > 0 && <span className={text.note}>{details.join(' · ')}</span>}
    </li>
  )
}

const key = ['webhooks']
const logKey = (id: string) => ['webhook-log', id]
const pollEveryMs = 2_000

/** The teacher's webhooks, oldest first. */
function useWebhooks() {
  return useQuery({ queryKey: key, queryFn: () => call(integrationRoutes.listWebhooks, {}), staleTime: 0 })
}

/** The deliveries to one address, polled while any first attempt is pending. */
function useDeliveries(id: string, opened: boolean) {
  return useQuery({
    queryKey: logKey(id),
    queryFn: () => call(integrationRoutes.listDeliveries, { id }),
    enabled: opened,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some((delivery) => delivery.state === 'waiting' && delivery.attempts === 0)
        ? pollEveryMs
        : false,
  })
}

/** A mutation of webhooks that refreshes the list afterwards. */
function useWebhookMutation<Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: key }),
        queryClient.invalidateQueries({ queryKey: ['webhook-log'] }),
      ]),
    // A response may contain a secret.
    gcTime: 0,
  })
}

const useAddWebhook = () =>
  useWebhookMutation((input: { url: string; language: string }) =>
    call(integrationRoutes.createWebhook, input),
  )
const useSwitchWebhook = () =>
  useWebhookMutation((input: { id: string; state: 'on' | 'off' }) =>
    call(integrationRoutes.changeWebhook, input),
  )
const useTestWebhook = () => useWebhookMutation((id: string) => call(integrationRoutes.testWebhook, { id }))
const useRotateSecret = () =>
  useWebhookMutation((id: string) => call(integrationRoutes.rotateWebhookSecret, { id }))
const useRemoveWebhook = () =>
  useWebhookMutation((id: string) => call(integrationRoutes.deleteWebhook, { id }))
