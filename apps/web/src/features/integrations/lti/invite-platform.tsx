import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatTime } from '../../../lib/format/format.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import { SecretField } from '../secret-field.tsx'
import classes from './lti.module.css'
import { useInvitePlatform } from './use-lti.ts'

/** An address with which a platform registers itself, so that nothing has to be typed. */
export function InvitePlatform() {
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
