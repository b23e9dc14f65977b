import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import classes from './shell.module.css'

interface LoginRequiredProps {
  /** The identity provider does not answer, so nobody is being redirected. */
  unavailable: boolean
  onSignIn: () => void
  onRegister: () => void
}

/** Shown while redirecting to sign-in, and when the identity provider is unavailable. */
export function LoginRequired({ unavailable, onSignIn, onRegister }: LoginRequiredProps) {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const ways = (
    <div className={classes.ways}>
      <Button onClick={onSignIn}>{t('signIn')}</Button>
      <Button variant="default" onClick={onRegister}>
        {t('register')}
      </Button>
    </div>
  )
  return (
    <main className={classes.notice}>
      <h1 className={classes.noticeTitle}>{t(pathname === '/dashboard' ? 'loginRequired.dashboard' : 'loginRequired')}</h1>
      {unavailable ? (
        <EmptyState drawing="trouble" action={ways}>
          {t('identityUnavailable')}
        </EmptyState>
      ) : (
        <>
          <p role="status">{t('loginRequired.redirecting')}</p>
          {ways}
        </>
      )}
    </main>
  )
}
