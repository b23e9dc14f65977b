import { Button, Checkbox, Modal, NativeSelect, TextInput } from '@mantine/core'
import { type ApiKeyInput, type ApiScope, apiKeyDays, apiKeyLimits, apiScopes } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { DialogActions } from '../../../ui/dialog/dialog.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import classes from '../integrations.module.css'
import { SecretField } from '../secret-field.tsx'
import { scopeLabelKeys, useCreateApiKey } from './api-keys.tsx'

const never = 'never'
/**
 * Cases hold what students said in confidence, and records of writing hold every change that they made, so a
 * key may read these only if the teacher selects it.
 */
const defaultScopes: ApiScope[] = apiScopes.filter(
  (scope) => !['overlap:read', 'cases:read', 'writing:read'].includes(scope),
)

/** Creates an API key, then shows it for the only time. */
export function CreateKey({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('integrations')
  const create = useCreateApiKey()
  const createdKey = create.data
  const close = () => {
    create.reset()
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={createdKey ? t('keys.made.title') : t('keys.form.title')}
      // A click outside would lose the key for good.
      closeOnClickOutside={!createdKey}
    >
      {createdKey ? (
        <div className={classes.form}>
          <p className={classes.text}>{t('keys.made.text')}</p>
          <SecretField label={t('keys.made.label')} value={createdKey.key} />
          <DialogActions>
            <Button onClick={close}>{t('keys.made.done')}</Button>
          </DialogActions>
        </div>
      ) : (
        <KeyForm
          onCreate={(input) => create.mutate(input)}
          busy={create.isPending}
          failure={create.error}
          onCancel={close}
        />
      )}
    </Modal>
  )
}

interface KeyFormProps {
  onCreate: (input: ApiKeyInput) => void
  busy: boolean
  failure: Error | null
  onCancel: () => void
}

function KeyForm({ onCreate, busy, failure, onCancel }: KeyFormProps) {
  const { t, i18n } = useTranslation(['integrations', 'ui'])
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState(defaultScopes)
  const [days, setDays] = useState(never)
  const [isSubmitted, setSubmitted] = useState(false)
  const isNameless = name.trim() === ''
  const choices = apiKeyDays.map((count) =>
    count === null
      ? { value: never, label: t('keys.form.days.never') }
      : { value: String(count), label: t('keys.form.days', { count, days: formatNumber(i18n, count) }) },
  )
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setSubmitted(true)
        if (isNameless || scopes.length === 0) return
        onCreate({ name, scopes, days: apiKeyDays.find((count) => String(count) === days) ?? null })
      }}
    >
      {failure && <Notice tone="error">{t('keys.form.failed', { detail: detailOf(failure) })}</Notice>}
      <TextInput
        label={t('keys.form.name')}
        description={t('keys.form.name.note')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={isSubmitted && isNameless && t('keys.form.name.missing')}
        maxLength={apiKeyLimits.nameCharacters}
        autoComplete="off"
        data-autofocus
      />
      <Checkbox.Group
        label={t('keys.form.scopes')}
        value={scopes}
        onChange={(values) => setScopes(apiScopes.filter((scope) => values.includes(scope)))}
        error={isSubmitted && scopes.length === 0 && t('keys.form.scopes.missing')}
      >
        <div className={classes.checks}>
          {apiScopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={t(scopeLabelKeys[scope])} />
          ))}
        </div>
      </Checkbox.Group>
      <NativeSelect
        label={t('keys.form.days')}
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
        data={[...choices]}
      />
      <DialogActions>
        <Button variant="default" onClick={onCancel}>
          {t('ui:cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('keys.form.make')}
        </Button>
      </DialogActions>
    </form>
  )
}
