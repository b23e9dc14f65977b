import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
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
          <SessionProvider>
            <Speaker>
              <RouterProvider router={router} />
            </Speaker>
          </SessionProvider>
        </QueryClientProvider>
      </ThemeProvider>
    </Suspense>
  )
}

/** Makes calls speak for the session before any screen below can call. */
function Speaker({ children }: { children: ReactNode }) {
  const { accessToken } = useSession()
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const fallSilent = speakFor(accessToken)
    setReady(true)
    return fallSilent
  }, [accessToken])
  return ready ? children : null
}
