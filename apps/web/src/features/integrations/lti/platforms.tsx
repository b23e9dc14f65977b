import { Button } from '@mantine/core'
import type { LtiPlatform, LtiPlatforms } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatTime } from '../../../lib/format/format.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { FailedNotice, Notice } from '../../../ui/notice/notice.tsx'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import shared from '../integrations.module.css'
import { SecretField } from '../secret-field.tsx'
import classes from './lti.module.css'
import { AddPlatform, Deployments } from './platform-forms.tsx'
import { useInvitePlatform, usePlatforms, useRemovePlatform } from './use-lti.ts'

/** One platform with its details, its deployments, and what an administrator has to do. */
function PlatformRow({ platform, onRemove }: { platform: LtiPlatform; onRemove: () => void }) {
  const { t } = useTranslation('integrations')
  const { name, issuer, client_id, deployment_ids, asked_deployment_id: requestedDeployment } = platform
  const [editing, setEditing] = useState(false)
  const waits = deployment_ids.length === 0
  return (
    <li className={`${shared.item} ${classes.platform}`}>
      <div className={classes.about}>
        <h3 className={classes.name}>{name}</h3>
        <p className={classes.soft}>{issuer}</p>
        <p className={classes.soft}>
          {t('lti.client')} {client_id}
          {!waits && ` · ${t('lti.deployments')} ${deployment_ids.join(', ')}`}
        </p>
        {(waits || requestedDeployment !== null) && (
          <Notice tone="warning">
            {requestedDeployment === null ? t('lti.waits') : t('lti.asked', { deployment: requestedDeployment })}
          </Notice>
        )}
        {editing && <Deployments platform={platform} onDone={() => setEditing(false)} />}
      </div>
      <div className={classes.actions}>
        {!editing && (
          <Button size="compact-sm" variant="default" onClick={() => setEditing(true)} aria-label={t('lti.edit.label', { name })}>
            {t('lti.edit')}
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={onRemove} aria-label={t('lti.remove.label', { name })}>
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
          <p className={classes.soft}>{t('lti.invite.until', { time: formatTime(i18n, invite.data.expires_at) })}</p>
        </>
      )}
      {invite.isError && <Notice tone="error">{t('lti.invite.failed', { detail: detailOf(invite.error) })}</Notice>}
      <Button variant={invite.data ? 'default' : 'filled'} onClick={() => invite.mutate()} loading={invite.isPending}>
        {invite.data ? t('lti.invite.again') : t('lti.invite.action')}
      </Button>
    </div>
  )
}

/** Platform setup for administrators: a platform registers itself, or both sides' addresses are entered by hand. */
export function Platforms() {
  const { t } = useTranslation('integrations')
  const { data, isError, refetch } = usePlatforms()
  if (isError && !data) return <FailedNotice onRetry={() => void refetch()}>{t('lti.failed')}</FailedNotice>
  return data ? (
    <>
      <SectionHeader title={t('lti.platforms')} />
      <List platforms={data.platforms} />
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

function List({ platforms }: Pick<LtiPlatforms, 'platforms'>) {
  const { t } = useTranslation('integrations')
  const [removing, setRemoving] = useState<LtiPlatform | null>(null)
  const remove = useRemovePlatform()
  const end = ({ id }: LtiPlatform) =>
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
        onConfirm={() => removing && end(removing)}
        onClose={() => setRemoving(null)}
      >
        <p>{t('lti.remove.text', { name: removing?.name ?? '' })}</p>
      </ConfirmDialog>
    </>
  )
}
