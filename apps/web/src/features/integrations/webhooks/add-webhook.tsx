import { Button, TextInput } from '@mantine/core'
import { Problem, webhookLimits } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { useAddWebhook } from './use-webhooks.ts'
import classes from './webhooks.module.css'

/** Adds an address; the response contains its signing secret. */
export function AddWebhook({ onAdded }: { onAdded: (secret: string) => void }) {
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
