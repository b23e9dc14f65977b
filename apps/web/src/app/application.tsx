import { type ReactNode, Suspense, useLayoutEffect } from 'react'
import { type createBrowserRouter, RouterProvider } from 'react-router'
import { speakFor } from '../lib/call/bearer.ts'
import { SessionProvider, useSession } from '../lib/session/session.tsx'
import { ThemeProvider } from '../ui/theme/theme-provider.tsx'

interface ApplicationProps {
  router: ReturnType<typeof createBrowserRouter>
}

/** Everything a screen stands on: look, session, routes. */
export function Application({ router }: ApplicationProps) {
  return (
    <Suspense>
      <ThemeProvider>
        <SessionProvider onReturn={({ returnTo }) => router.navigate(returnTo ?? '/', { replace: true })}>
          <Speaker>
            <RouterProvider router={router} />
          </Speaker>
        </SessionProvider>
      </ThemeProvider>
    </Suspense>
  )
}

/** Makes calls speak for the session before any screen below can call. */
function Speaker({ children }: { children: ReactNode }) {
  const { accessToken } = useSession()
  // A layout effect comes before the effects of every screen below, and so before their first call.
  useLayoutEffect(() => speakFor(accessToken), [accessToken])
  return children
}
