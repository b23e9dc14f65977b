import { Button } from '@mantine/core'
import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { matchPath, Navigate, Outlet, useLocation } from 'react-router'
import { mustCompleteProfile, useProfile } from '../../features/accounts/profile/profile.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { QueryProvider } from '../../lib/call/queries.tsx'
import { HeldSession, hasExpired, type Session, useSession } from '../../lib/session/session.tsx'
import { EmptyState, Loading } from '../../ui/page-state/page-state.tsx'
import classes from './shell.module.css'
import { Shell } from './shell.tsx'

/** Closes its tab once somebody is signed in. */
const signedInPath = '/signed-in'

/** What a screen says to visitors in its own words (specification); every other says the same. */
const requiredBy = [
  { path: '/dashboard', required: 'loginRequired.dashboard', expired: 'signedOut.title' },
  { path: '/classes/*', required: 'loginRequired.classes', expired: 'signedOut.title' },
  { path: '/documents/:id/report', required: 'loginRequired.report', expired: 'signedOut.report' },
  { path: '/documents/:id/text-view', required: 'loginRequired.text', expired: 'signedOut.title' },
] as const

function useLoginMessages() {
  const { pathname } = useLocation()
  const own = requiredBy.find(({ path }) => matchPath(path, pathname) !== null)
  return own ?? ({ required: 'loginRequired', expired: 'signedOut.title' } as const)
}

/** Requires a signed-in user with a complete profile, and redirects everyone else. */
export function TeacherShell() {
  const { user, status, failure } = useSession()
  const isExpired = hasExpired({ status, failure })
  // Whoever was signed in when the session expired goes on where they were.
  const [owner, setOwner] = useState(user)
  if (!isExpired && user !== owner) setOwner(user)
  useKeysHeld(isExpired)
  return (
    <QueryProvider key={owner?.id ?? ''}>
      <Gate owner={owner} />
    </QueryProvider>
  )
}

function Gate({ owner }: { owner: Session['user'] }) {
  const { user, status, failure } = useSession()
  if (status === 'loading') return <Loading />
  const isExpired = hasExpired({ status, failure })
  const held = user ?? (isExpired ? owner : null)
  // The same elements before and after it expires: others would be mounted anew, without what was typed.
  if (held)
    return (
      <>
        <HeldSession user={held}>
          <SignedIn />
        </HeldSession>
        {isExpired && <ExpiredDialog />}
      </>
    )
  return isExpired ? <Expired /> : <SignedOut />
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
  const { expired } = useLoginMessages()
  return (
    <main className={classes.notice}>
      <h1 className={classes.noticeTitle}>{t(expired)}</h1>
      <EmptyState
        drawing="lost"
        action={<Button onClick={() => void signIn(pathname + search)}>{t('signedOut.again')}</Button>}
      >
        {t('signedOut.text')}
      </EmptyState>
    </main>
  )
}

/**
 * Keeps key presses from the page below the cover: its shortcuts, and dialogs that Escape would close with
 * what was typed in them. Listens from the start, since listeners are called in the order they were added.
 */
function useKeysHeld(isHeld: boolean): void {
  const hold = useEffectEvent((event: KeyboardEvent) => {
    if (isHeld) event.stopImmediatePropagation()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => hold(event)
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [])
}

/**
 * Covers the page of a teacher whose session has ended, and keeps what they typed in it. They sign in in a tab
 * of its own, whose session this one takes over.
 */
function ExpiredDialog() {
  const { t } = useTranslation('shell')
  const { signIn } = useSession()
  const { pathname, search } = useLocation()
  const { expired } = useLoginMessages()
  const queryClient = useQueryClient()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Gives the focus back to the field that had it.
    return () => shown?.close()
  }, [])
  useEffect(() => {
    const pause = () => onlineManager.setOnline(false)
    pause()
    // Calls fail until somebody has signed in, also when the network or the server comes back meanwhile.
    const stop = onlineManager.subscribe((isOnline) => isOnline && pause())
    return () => {
      stop()
      onlineManager.setOnline(true)
      void queryClient.invalidateQueries()
    }
  }, [queryClient])
  const signInAgain = () => {
    // A browser that opens no tab leaves the page, as for a teacher who comes back to an expired session.
    if (window.open(signedInPath, '_blank') === null) void signIn(pathname + search)
  }
  return (
    <dialog
      ref={dialog}
      className={classes.expired}
      aria-labelledby="expired-title"
      // A browser may close it all the same at the second Escape.
      onCancel={(event) => event.preventDefault()}
      onClose={({ currentTarget }) => currentTarget.isConnected && currentTarget.showModal()}
    >
      <h1 id="expired-title" className={classes.noticeTitle}>
        {t(expired)}
      </h1>
      <p>{t('signedOut.kept')}</p>
      <Button onClick={signInAgain}>{t('signedOut.again')}</Button>
    </dialog>
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
  const { required } = useLoginMessages()
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
      <h1 className={classes.noticeTitle}>{t(required)}</h1>
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
