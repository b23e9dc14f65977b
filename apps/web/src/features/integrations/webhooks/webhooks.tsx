import { Button, Modal, TextInput } from '@mantine/core'
import { Problem, type Webhook, webhookLimits } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { ConfirmDialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { FailedNotice } from '../../../ui/notice/notice.tsx'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import shared from '../integrations.module.css'
import { SecretField } from '../secret-field.tsx'
import { useAddWebhook, useRemoveWebhook, useRotateSecret, useWebhooks } from './use-webhooks.ts'
import { WebhookRow } from './webhook-row.tsx'
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
  const after = {
    onError: (thrown: Error) => toast.error(t('hooks.notDone', { detail: detailOf(thrown) })),
    onSettled: () => setConfirming(null),
  }
  const go = ({ action, webhook: { id } }: Confirmation) => {
    if (action === 'rotate') rotate.mutate(id, { ...after, onSuccess: (changed) => setSecret(changed.secret) })
    else remove.mutate(id, { ...after, onSuccess: () => toast.success(t('hooks.removed')) })
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
            <WebhookRow key={webhook.id} webhook={webhook} onAsk={(action) => setConfirming({ action, webhook })} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        opened={confirming !== null}
        title={t(confirming?.action === 'rotate' ? 'hooks.rotate.title' : 'hooks.remove.title')}
        confirm={t(confirming?.action === 'rotate' ? 'hooks.rotate' : 'hooks.remove')}
        destructive={confirming?.action === 'remove'}
        busy={rotate.isPending || remove.isPending}
        onConfirm={() => confirming && go(confirming)}
        onClose={() => setConfirming(null)}
      >
        <p>{confirming?.action === 'rotate' ? t('hooks.rotate.text') : t('hooks.remove.text', { url: confirming?.webhook.url ?? '' })}</p>
      </ConfirmDialog>
      {/* A click outside would lose the secret for good. */}
      <Modal opened={secret !== null} onClose={() => setSecret(null)} title={t('hooks.secret.title')} closeOnClickOutside={false}>
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
  const reason = add.error instanceof Problem && add.error.fields?.[0] ? add.error.fields[0].msg : add.error && detailOf(add.error)
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
