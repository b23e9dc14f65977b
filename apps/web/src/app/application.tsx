import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { type createBrowserRouter, RouterProvider } from 'react-router'
import { speakFor } from '../lib/call/bearer.ts'
import { SessionProvider, useSession } from '../lib/session/session.tsx'
import { ThemeProvider } from '../ui/theme/theme-provider.tsx'
import { createQueryClient } from './query-client.ts'

interface ApplicationProps {
  router: ReturnType<typeof createBrowserRouter>
}

/** Everything a screen stands on: look, session, remembered answers, routes. */
export function Application({ router }: ApplicationProps) {
  const [queryClient] = useState(createQueryClient)
  return (
    <Suspense>
      <ThemeProvider>
        <QueryClientProvider client={queryClient}>
          <SessionProvider onReturn={({ returnTo }) => router.navigate(returnTo ?? '/', { replace: true })}>
            <Speaker>
              <RouterProvider router={router} />
            </Speaker>
          </SessionProvider>
        </QueryClientProvider>
      </ThemeProvider>
    </Suspense>
  )
}

/** Makes calls speak for the session before any screen below can call, and forgets every answer when somebody else signs in. */
function Speaker({ children }: { children: ReactNode }) {
  const { accessToken, user } = useSession()
  const queryClient = useQueryClient()
  const known = useRef(user?.id)
  useEffect(() => {
    if (known.current !== undefined && known.current !== user?.id) queryClient.clear()
    known.current = user?.id
  }, [user?.id, queryClient])
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const fallSilent = speakFor(accessToken)
    setReady(true)
    return fallSilent
  }, [accessToken])
  return ready ? children : null
}
