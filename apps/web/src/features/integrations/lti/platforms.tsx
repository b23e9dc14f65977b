import { Button, TextInput } from '@mantine/core'
import { type LtiPlatform, type LtiPlatforms, Problem } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatTime } from '../../../lib/format/format.ts'
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx'
import { FailedNotice, Notice } from '../../../ui/notice/notice.tsx'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import layout from '../../../ui/theme/layout.module.css'
import text from '../../../ui/theme/text.module.css'
import { toast } from '../../../ui/toast/toast.tsx'
import shared from '../integrations.module.css'
import { SecretField } from '../secret-field.tsx'
import classes from './lti.module.css'
import {
  splitIds,
  useAddPlatform,
  useChangePlatform,
  useInvitePlatform,
  usePlatforms,
  useRemovePlatform,
} from './use-lti.ts'

/** One platform with its details, its deployments, and what an administrator has to do. */
function PlatformRow({ platform, onRemove }: { platform: LtiPlatform; onRemove: () => void }) {
  const { t } = useTranslation('integrations')
  const { name, issuer, client_id, deployment_ids, asked_deployment_id: requestedDeployment } = platform
  const [editing, setEditing] = useState(false)
  const isWaiting = deployment_ids.length === 0
  return (
    <li className={`${shared.item} ${classes.platform}`}>
      <div className={classes.about}>
        <h3 className={classes.name}>{name}</h3>
        <p className={text.small}>{issuer}</p>
        <p className={text.small}>
          {t('lti.client')} {client_id}
          {!isWaiting && ` · ${t('lti.deployments')} ${deployment_ids.join(', ')}`}
        </p>
        {(isWaiting || requestedDeployment !== null) && (
          <Notice tone="warning">
            {requestedDeployment === null
              ? t('lti.waits')
              : t('lti.asked', { deployment: requestedDeployment })}
          </Notice>
        )}
        {editing && <Deployments platform={platform} onDone={() => setEditing(false)} />}
      </div>
      <div className={layout.row}>
        {!editing && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => setEditing(true)}
            aria-label={t('lti.edit.label', { name })}
          >
            {t('lti.edit')}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          onClick={onRemove}
          aria-label={t('lti.remove.label', { name })}
        >
          {t('lti.remove')}
        </Button>
      </div>
    </li>
  )
}

/** An address with which a platform registers itself, so that nothing has to be typed. */
function InvitePlatform() {
  const { t, i18n } = useTranslation('integrations')
  const invite = useInvitePlatform()
  return (
    <div className={classes.invite}>
      <p className={classes.lead}>{t('lti.invite.text')}</p>
      {invite.data && (
        <>
          <SecretField label={t('lti.invite.address')} value={invite.data.registration_url} />
          <p className={text.small}>
            {t('lti.invite.until', { time: formatTime(i18n, invite.data.expires_at) })}
          </p>
        </>
      )}
      {invite.isError && (
        <Notice tone="error">{t('lti.invite.failed', { detail: detailOf(invite.error) })}</Notice>
      )}
      <Button
        variant={invite.data ? 'default' : 'filled'}
        onClick={() => invite.mutate()}
        loading={invite.isPending}
      >
        {invite.data ? t('lti.invite.again') : t('lti.invite.action')}
      </Button>
    </div>
  )
}

/**
 * Platform setup for administrators: a platform registers itself, or both sides' addresses are entered by
 * hand.
 */
export function Platforms() {
  const { t } = useTranslation('integrations')
  const { data, isError, refetch } = usePlatforms()
  if (isError && !data) return <FailedNotice onRetry={() => void refetch()}>{t('lti.failed')}</FailedNotice>
  return data ? (
    <>
      <SectionHeader title={t('lti.platforms')} />
      <PlatformList platforms={data.platforms} />
      <SectionHeader title={t('lti.invite')} />
      <InvitePlatform />
      <SectionHeader title={t('lti.add')} />
      <p className={classes.lead}>{t('lti.tool')}</p>
      <dl className={classes.facts}>
        <dt>{t('lti.tool.login')}</dt>
        <dd>{data.tool.login_url}</dd>
        <dt>{t('lti.tool.launch')}</dt>
        <dd>{data.tool.launch_url}</dd>
        <dt>{t('lti.tool.keys')}</dt>
        <dd>{data.tool.keys_url}</dd>
      </dl>
      <p className={classes.note}>{t('lti.tool.note')}</p>
      <AddPlatform />
    </>
  ) : null
}

function PlatformList({ platforms }: Pick<LtiPlatforms, 'platforms'>) {
  const { t } = useTranslation('integrations')
  const [removing, setRemoving] = useState<LtiPlatform | null>(null)
  const remove = useRemovePlatform()
  const removePlatform = ({ id }: LtiPlatform) =>
    remove.mutate(id, {
      onSuccess: () => toast.success(t('lti.removed')),
      onError: (thrown) => toast.error(t('lti.notRemoved', { detail: detailOf(thrown) })),
      onSettled: () => setRemoving(null),
    })
  if (platforms.length === 0) return <p className={classes.note}>{t('lti.none')}</p>
  return (
    <>
      <ul className={shared.list}>
        {platforms.map((platform) => (
          <PlatformRow key={platform.id} platform={platform} onRemove={() => setRemoving(platform)} />
        ))}
      </ul>
      <ConfirmDialog
        opened={removing !== null}
        title={t('lti.remove.title')}
        confirm={t('lti.remove')}
        destructive
        busy={remove.isPending}
        onConfirm={() => removing && removePlatform(removing)}
        onClose={() => setRemoving(null)}
      >
        <p>{t('lti.remove.text', { name: removing?.name ?? '' })}</p>
      </ConfirmDialog>
    </>
  )
}

const fields = ['name', 'issuer', 'client_id', 'deployment_ids', 'auth_url', 'token_url', 'keys_url'] as const
type Field = (typeof fields)[number]
const emptyFields: Record<Field, string> = {
  name: '',
  issuer: '',
  client_id: '',
  deployment_ids: '',
  auth_url: '',
  token_url: '',
  keys_url: '',
}

/** Adds a learning platform by hand. */
function AddPlatform() {
  const { t } = useTranslation('integrations')
  const [values, setValues] = useState(emptyFields)
  const add = useAddPlatform()
  const fieldErrors = add.error instanceof Problem ? (add.error.fields ?? []) : []
  const errorOf = (field: Field) => fieldErrors.find(({ loc }) => loc[0] === field)?.msg
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate(
          { ...values, deployment_ids: splitIds(values.deployment_ids) },
          {
            onSuccess: () => {
              setValues(emptyFields)
              toast.success(t('lti.added'))
            },
          },
        )
      }}
    >
      {add.error && fieldErrors.length === 0 && (
        <Notice tone="error">{t('lti.add.failed', { detail: detailOf(add.error) })}</Notice>
      )}
      <div className={classes.fields}>
        {fields.map((field) => (
          <TextInput
            key={field}
            label={t(`lti.field.${field}`)}
            value={values[field]}
            onChange={({ currentTarget: { value } }) =>
              setValues((before) => ({ ...before, [field]: value }))
            }
            error={errorOf(field)}
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

/**
 * Which deployments of a platform may launch. A deployment that was refused is filled in, so that one click
 * allows it.
 */
function Deployments({ platform, onDone }: { platform: LtiPlatform; onDone: () => void }) {
  const { t } = useTranslation('integrations')
  const { id, deployment_ids, asked_deployment_id } = platform
  const offered =
    asked_deployment_id === null || deployment_ids.includes(asked_deployment_id) ? [] : [asked_deployment_id]
  const [value, setValue] = useState([...deployment_ids, ...offered].join(', '))
  const change = useChangePlatform()
  const fieldError = change.error instanceof Problem ? change.error.fields?.[0]?.msg : undefined
  return (
    <form
      className={classes.deployments}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate(
          { id, deployment_ids: splitIds(value) },
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
        error={fieldError}
        autoComplete="off"
        data-autofocus
      />
      {change.isError && fieldError === undefined && (
        <Notice tone="error">{t('lti.notChanged', { detail: detailOf(change.error) })}</Notice>
      )}
      <div className={layout.row}>
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
