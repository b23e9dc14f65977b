import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/notice/notice.tsx'
import classes from './profile.module.css'
import type { FallbackReason } from './profile.ts'

/** Says that the profile shown comes from identity data, and why saving is off. */
export function FallbackNotice({ reason, onRetry }: { reason: FallbackReason; onRetry: () => void }) {
  const { t } = useTranslation(['profile', 'ui'])
  return (
    <Notice
      tone="warning"
      action={
        <Button variant="default" onClick={onRetry}>
          {t('ui:retry')}
        </Button>
      }
    >
      <p>{t('fallback')}</p>
      <p className={classes.soft}>{t(`fallback.${reason}`)}</p>
    </Notice>
  )
}
