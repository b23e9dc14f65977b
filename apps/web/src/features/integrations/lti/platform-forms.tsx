import { Button, TextInput } from '@mantine/core'
import { type LtiPlatform, Problem } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import classes from './lti.module.css'
import { listed, useAddPlatform, useChangePlatform } from './use-lti.ts'

const fields = ['name', 'issuer', 'client_id', 'deployment_ids', 'auth_url', 'token_url', 'keys_url'] as const
type Field = (typeof fields)[number]
const empty: Record<Field, string> = { name: '', issuer: '', client_id: '', deployment_ids: '', auth_url: '', token_url: '', keys_url: '' }

/** Adds a learning platform by hand. */
export function AddPlatform() {
  const { t } = useTranslation('integrations')
  const [values, setValues] = useState(empty)
  const add = useAddPlatform()
  const faults = add.error instanceof Problem ? (add.error.fields ?? []) : []
  const faultOf = (field: Field) => faults.find(({ loc }) => loc[0] === field)?.msg
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate(
          { ...values, deployment_ids: listed(values.deployment_ids) },
          {
            onSuccess: () => {
              setValues(empty)
              toast.success(t('lti.added'))
            },
          },
        )
      }}
    >
      {add.error && faults.length === 0 && <Notice tone="error">{t('lti.add.failed', { detail: detailOf(add.error) })}</Notice>}
      <div className={classes.fields}>
        {fields.map((field) => (
          <TextInput
            key={field}
            label={t(`lti.field.${field}`)}
            value={values[field]}
            onChange={({ currentTarget: { value } }) => setValues((before) => ({ ...before, [field]: value }))}
            error={faultOf(field)}
            autoComplete="off"
          />
        ))}
      </div>
      <Button type="submit" loading={add.isPending}>
        {t('lti.add.action')}
      </Button>
    </form>
  )
}

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
