import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, Outlet, useLocation } from 'react-router'
import { mustCompleteProfile, useProfile } from '../../features/profile/profile.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { QueryProvider } from '../../lib/call/queries.tsx'
import { hasExpired, useSession } from '../../lib/session/session.tsx'
import { EmptyState, Loading } from '../../ui/page-state/page-state.tsx'
import classes from './shell.module.css'
import { Shell } from './shell.tsx'

/** Requires a signed-in user with a complete profile, and redirects everyone else. */
export function TeacherShell() {
  const { user } = useSession()
  return (
    <QueryProvider key={user?.id ?? ''}>
      <Gate />
    </QueryProvider>
  )
}

function Gate() {
  const { status, failure } = useSession()
  if (status === 'loading') return <Loading />
  if (status === 'authenticated') return <SignedIn />
  return hasExpired({ status, failure }) ? <Expired /> : <SignedOut />
}

function SignedIn() {
  const { pathname } = useLocation()
  const profile = useProfile()
  if (profile.error) return <Refused detail={detailOf(profile.error)} />
  const isExempt = pathname === '/profile' || pathname.startsWith('/payment/')
  if (profile.data && !isExempt && mustCompleteProfile(profile.data))
    return <Navigate to="/profile" replace />
  return <Shell>{profile.isPending ? <Loading region="page" /> : <Outlet />}</Shell>
}

function SignedOut() {
  const { status, signIn, register } = useSession()
  const { pathname, search } = useLocation()
  const isReachable = status !== 'unavailable'
  useEffect(() => {
    if (!isReachable) return
    // Links to registration on the public site end in ?register, which must not survive the return.
    if (new URLSearchParams(search).has('register')) void register(pathname)
    else void signIn(pathname + search)
  }, [isReachable, signIn, register, pathname, search])
  return (
    <LoginRequired
      unavailable={!isReachable}
      onSignIn={() => void signIn(pathname + search)}
      onRegister={() => void register(pathname + search)}
    />
  )
}

/**
 * Shown to a teacher whose session has ended, who may not have noticed: nothing happens until they choose to.
 */
function Expired() {
  const { t } = useTranslation('shell')
  const { signIn } = useSession()
  const { pathname, search } = useLocation()
  return (
    <main className={classes.notice}>
      <h1 className={classes.noticeTitle}>{t('signedOut.title')}</h1>
      <EmptyState
        drawing="lost"
        action={<Button onClick={() => void signIn(pathname + search)}>{t('signIn')}</Button>}
      >
        {t('signedOut.text')}
      </EmptyState>
    </main>
  )
}

/** Shown to people without a role in the school's sign-in service. */
function Refused({ detail }: { detail: string }) {
  const { t } = useTranslation('shell')
  const { signOut } = useSession()
  return (
    <main className={classes.notice}>
      <h1 className={classes.noticeTitle}>{t('refused.title')}</h1>
      <EmptyState
        drawing="lost"
        action={<Button onClick={() => void signOut()}>{t('refused.action')}</Button>}
      >
        {detail}
      </EmptyState>
    </main>
  )
}

interface LoginRequiredProps {
  /** The identity provider does not answer, so nobody is being redirected. */
  unavailable: boolean
  onSignIn: () => void
  onRegister: () => void
}

/** Shown while redirecting to sign-in, and when the identity provider is unavailable. */
function LoginRequired({ unavailable, onSignIn, onRegister }: LoginRequiredProps) {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const actions = (
    <div className={classes.actions}>
      <Button onClick={onSignIn}>{t('signIn')}</Button>
      <Button variant="default" onClick={onRegister}>
        {t('register')}
      </Button>
    </div>
  )
  return (
    <main className={classes.notice}>
      <h1 className={classes.noticeTitle}>
        {t(pathname === '/dashboard' ? 'loginRequired.dashboard' : 'loginRequired')}
      </h1>
      {unavailable ? (
        <EmptyState drawing="trouble" action={actions}>
          {t('identityUnavailable')}
        </EmptyState>
      ) : (
        <>
          <p role="status">{t('loginRequired.redirecting')}</p>
          {actions}
        </>
      )}
    </main>
  )
}
