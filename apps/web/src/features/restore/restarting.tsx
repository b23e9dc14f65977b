import { Button, Loader } from '@mantine/core'
import type { Restore } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../lib/format/format.ts'
import { useSession } from '../../lib/session/session.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import classes from './restore.module.css'

/** While the product ends and starts again. */
export function Restarting() {
  const { t } = useTranslation('restore')
  return (
    <section className={classes.running} aria-label={t('restarting')}>
      <p className={classes.waiting} role="status">
        <Loader size="sm" aria-hidden="true" />
        {t('restarting')}
      </p>
      <p className={classes.soft}>{t('restarting.text')}</p>
    </section>
  )
}

interface EndedProps {
  restore: Restore
  onForget: () => void
  onGiveUp: (() => void) | undefined
}

/** How the restore ended. Who was signed in is not, unless the backup knows their session. */
export function Ended({ restore: { state, contents, status_reason }, onForget, onGiveUp }: EndedProps) {
  const { t, i18n } = useTranslation('restore')
  const { forget, signIn } = useSession()
  if (state === 'failed') {
    const giveUp = () => {
      onForget()
      onGiveUp?.()
    }
    return (
      <>
        <Notice tone="error">{t('failed', { reason: status_reason ?? '' })}</Notice>
        <div className={classes.actions}>
          <Button size="md" variant="default" onClick={giveUp}>
            {t('failed.back')}
          </Button>
        </div>
      </>
    )
  }
  const enter = async () => {
    onForget()
    await forget()
    await signIn('/dashboard')
  }
  return (
    <section className={classes.running} aria-label={t('restored')}>
      <p className={classes.title} role="status">
        {t('restored')}
      </p>
      <p>{t('restored.text', { time: formatTime(i18n, contents?.made_at ?? '') })}</p>
      <div className={classes.actions}>
        <Button size="md" onClick={() => void enter()}>
          {t('restored.signIn')}
        </Button>
      </div>
    </section>
  )
}
