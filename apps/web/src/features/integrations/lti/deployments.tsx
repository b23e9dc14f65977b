import { Button, TextInput } from '@mantine/core'
import { type LtiPlatform, Problem } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import classes from './lti.module.css'
import { listed, useChangePlatform } from './use-lti.ts'

/** Which deployments of a platform may launch. A refused one is filled in already, so that one click admits it. */
export function Deployments({ platform, onDone }: { platform: LtiPlatform; onDone: () => void }) {
  const { t } = useTranslation('integrations')
  const { id, deployment_ids, asked_deployment_id } = platform
  const offered = asked_deployment_id === null || deployment_ids.includes(asked_deployment_id) ? [] : [asked_deployment_id]
  const [value, setValue] = useState([...deployment_ids, ...offered].join(', '))
  const change = useChangePlatform()
  const fault = change.error instanceof Problem ? change.error.fields?.[0]?.msg : undefined
  return (
    <form
      className={classes.deployments}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate(
          { id, deployment_ids: listed(value) },
          {
            onSuccess: () => {
              toast.success(t('lti.changed'))
              onDone()
            },
          },
        )
      }}
    >
      <TextInput
        label={t('lti.field.deployment_ids')}
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
        error={fault}
        autoComplete="off"
        data-autofocus
      />
      {change.isError && fault === undefined && <Notice tone="error">{t('lti.notChanged', { detail: detailOf(change.error) })}</Notice>}
      <div className={classes.actions}>
        <Button type="submit" size="compact-sm" loading={change.isPending}>
          {t('lti.save')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onDone}>
          {t('lti.cancel')}
        </Button>
      </div>
    </form>
  )
}
