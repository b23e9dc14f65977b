import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { useSession } from '../../lib/session/session.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Loading } from '../../ui/page-state/page-state.tsx'
import { PublicFrame } from '../../ui/public-frame/public-frame.tsx'
import classes from './start.module.css'

/**
 * Where a sign-in returns: teachers go on to the dashboard, and whose sign-in failed can try again. Other
 * visitors of `/` get the home page.
 */
export default function StartPage() {
  const { t } = useTranslation(['start', 'shell'])
  const { status, failure, signIn, register } = useSession()
  if (status === 'loading') return <Loading />
  // A sign-in that returned to another page has changed the address already; that page may take a moment to
  // replace this one.
  if (status === 'authenticated' && window.location.pathname === '/')
    return <Navigate to="/dashboard" replace />
  if (status === 'authenticated') return <Loading />
  return (
    <PublicFrame title={t('title')}>
      {status === 'unavailable' && <Notice tone="error">{t('shell:identityUnavailable')}</Notice>}
      {status === 'unauthenticated' && failure && <Notice tone="error">{t('shell:signInFailed')}</Notice>}
      <div className={classes.actions}>
        <Button size="md" onClick={() => void signIn('/dashboard')}>
          {t('signIn')}
        </Button>
        <Button size="md" variant="default" onClick={() => void register('/dashboard')}>
          {t('register')}
        </Button>
        <a href="/">{t('home')}</a>
      </div>
    </PublicFrame>
  )
}
