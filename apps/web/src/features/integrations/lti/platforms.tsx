import { Button } from '@mantine/core'
import type { LtiPlatform, LtiPlatforms } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { SectionHeader } from '../../../ui/page-header/section-header.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { AddPlatform } from './add-platform.tsx'
import classes from './lti.module.css'
import { usePlatforms, useRemovePlatform } from './use-lti.ts'

/** What an administrator sets up: our addresses for the platform, and the platform's for us. */
export function Platforms() {
  const { t } = useTranslation(['integrations', 'ui'])
  const { data, isError, refetch } = usePlatforms()
  if (isError && !data) {
    return (
      <Notice
        tone="error"
        action={
          <Button variant="default" onClick={() => void refetch()}>
            {t('ui:retry')}
          </Button>
        }
      >
        {t('lti.failed')}
      </Notice>
    )
  }
  return data ? (
    <>
      <SectionHeader title={t('lti.tool')} />
      <dl className={classes.facts}>
        <dt>{t('lti.tool.login')}</dt>
        <dd>{data.tool.login_url}</dd>
        <dt>{t('lti.tool.launch')}</dt>
        <dd>{data.tool.launch_url}</dd>
        <dt>{t('lti.tool.keys')}</dt>
        <dd>{data.tool.keys_url}</dd>
      </dl>
      <p className={classes.note}>{t('lti.tool.note')}</p>
      <SectionHeader title={t('lti.platforms')} />
      <List platforms={data.platforms} />
      <SectionHeader title={t('lti.add')} />
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
      <ul className={classes.platforms}>
        {platforms.map((platform) => (
          <li key={platform.id} className={classes.platform}>
            <div>
              <h3 className={classes.name}>{platform.name}</h3>
              <p className={classes.soft}>{platform.issuer}</p>
              <p className={classes.soft}>
                {t('lti.client')} {platform.client_id} · {t('lti.deployments')} {platform.deployment_ids.join(', ')}
              </p>
            </div>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => setAsked(platform)}
              aria-label={t('lti.remove.label', { name: platform.name })}
            >
              {t('lti.remove')}
            </Button>
          </li>
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
