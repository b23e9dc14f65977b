import type { LtiPlatform, LtiPlatforms } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { FailedNotice } from '../../../ui/notice/notice.tsx'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import shared from '../integrations.module.css'
import { AddPlatform } from './add-platform.tsx'
import { InvitePlatform } from './invite-platform.tsx'
import classes from './lti.module.css'
import { PlatformRow } from './platform-row.tsx'
import { usePlatforms, useRemovePlatform } from './use-lti.ts'

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
  const [asked, setAsked] = useState<LtiPlatform | null>(null)
  const remove = useRemovePlatform()
  const end = ({ id }: LtiPlatform) =>
    remove.mutate(id, {
      onSuccess: () => toast.success(t('lti.removed')),
      onError: (thrown) => toast.error(t('lti.notRemoved', { detail: detailOf(thrown) })),
      onSettled: () => setAsked(null),
    })
  if (platforms.length === 0) return <p className={classes.note}>{t('lti.none')}</p>
  return (
    <>
      <ul className={shared.list}>
        {platforms.map((platform) => (
          <PlatformRow key={platform.id} platform={platform} onRemove={() => setAsked(platform)} />
        ))}
      </ul>
      <ConfirmDialog
        opened={asked !== null}
        title={t('lti.remove.title')}
        confirm={t('lti.remove')}
        destructive
        busy={remove.isPending}
        onConfirm={() => asked && end(asked)}
        onClose={() => setAsked(null)}
      >
        <p>{t('lti.remove.text', { name: asked?.name ?? '' })}</p>
      </ConfirmDialog>
    </>
  )
}
