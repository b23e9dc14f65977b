import { Button } from '@mantine/core'
import type { LtiPlatform } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../../ui/notice/notice.tsx'
import shared from '../integrations.module.css'
import { Deployments } from './deployments.tsx'
import classes from './lti.module.css'

/** One platform with its details, its deployments, and what an administrator has to do. */
export function PlatformRow({ platform, onRemove }: { platform: LtiPlatform; onRemove: () => void }) {
  const { t } = useTranslation('integrations')
  const { name, issuer, client_id, deployment_ids, asked_deployment_id: asked } = platform
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
        {(waits || asked !== null) && (
          <Notice tone="warning">{asked === null ? t('lti.waits') : t('lti.asked', { deployment: asked })}</Notice>
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
