import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { mustCompleteProfile, useProfile } from '../../features/profile/use-profile.ts'
import { useSession } from '../../lib/session/session.tsx'
import { Loading } from '../../ui/loading/loading.tsx'
import { LoginRequired } from './login-required.tsx'
import { QueryProvider } from './query-provider.tsx'
import { Shell } from './shell.tsx'
import { UnknownPath, useIsUnknownPath } from './unknown-path.tsx'

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
  const { status } = useSession()
  const isUnknownPath = useIsUnknownPath()
  if (status === 'loading') return <Loading />
  if (status === 'authenticated') return <SignedIn />
  return isUnknownPath ? <UnknownPath /> : <SignedOut />
}

function SignedIn() {
  const { pathname } = useLocation()
  const profile = useProfile()
  const isSpared = pathname === '/profile' || pathname.startsWith('/payment/')
  if (profile.data && !isSpared && mustCompleteProfile(profile.data)) return <Navigate to="/profile" replace />
  return <Shell>{profile.isPending ? <Loading region="page" /> : <Outlet />}</Shell>
}

function SignedOut() {
  const { status, signIn, register } = useSession()
  const { pathname, search } = useLocation()
  const reachable = status !== 'unavailable'
  useEffect(() => {
    if (!reachable) return
    // Links to registration on the public site end in ?register, which must not survive the return.
    if (new URLSearchParams(search).has('register')) void register(pathname)
    else void signIn(pathname + search)
  }, [reachable, signIn, register, pathname, search])
  return (
    <LoginRequired
      unavailable={!reachable}
      onSignIn={() => void signIn(pathname + search)}
      onRegister={() => void register(pathname + search)}
    />
  )
}
