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
import { scopeWords, useMakeApiKey } from './use-api-keys.ts'

const never = 'never'
/**
 * Chosen to begin with. Cases hold what students said in confidence, and records of writing every change that they made, so a key reads them
 * only where somebody asks for it.
 */
const usualScopes: ApiScope[] = apiScopes.filter((scope) => scope !== 'cases:read' && scope !== 'writing:read')

/** Creates an API key, then shows it for the only time. */
export function MakeKey({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('integrations')
  const make = useMakeApiKey()
  const createdKey = make.data
  const close = () => {
    make.reset()
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
        <KeyForm onMake={(input) => make.mutate(input)} busy={make.isPending} failure={make.error} onCancel={close} />
      )}
    </Modal>
  )
}

interface KeyFormProps {
  onMake: (input: ApiKeyInput) => void
  busy: boolean
  failure: Error | null
  onCancel: () => void
}

function KeyForm({ onMake, busy, failure, onCancel }: KeyFormProps) {
  const { t, i18n } = useTranslation(['integrations', 'ui'])
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState(usualScopes)
  const [days, setDays] = useState(never)
  const [tried, setTried] = useState(false)
  const isNameless = name.trim() === ''
  const choices = apiKeyDays.map((each) =>
    each === null
      ? { value: never, label: t('keys.form.days.never') }
      : { value: String(each), label: t('keys.form.days', { count: each, days: formatNumber(i18n, each) }) },
  )
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (isNameless || scopes.length === 0) return
        onMake({ name, scopes, days: apiKeyDays.find((each) => String(each) === days) ?? null })
      }}
    >
      {failure && <Notice tone="error">{t('keys.form.failed', { detail: detailOf(failure) })}</Notice>}
      <TextInput
        label={t('keys.form.name')}
        description={t('keys.form.name.note')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={tried && isNameless && t('keys.form.name.missing')}
        maxLength={apiKeyLimits.nameCharacters}
        autoComplete="off"
        data-autofocus
      />
      <Checkbox.Group
        label={t('keys.form.scopes')}
        value={scopes}
        onChange={(values) => setScopes(apiScopes.filter((scope) => values.includes(scope)))}
        error={tried && scopes.length === 0 && t('keys.form.scopes.missing')}
      >
        <div className={classes.checks}>
          {apiScopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={t(scopeWords[scope])} />
          ))}
        </div>
      </Checkbox.Group>
      <NativeSelect label={t('keys.form.days')} value={days} onChange={(event) => setDays(event.currentTarget.value)} data={[...choices]} />
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
