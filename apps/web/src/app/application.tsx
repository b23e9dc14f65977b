import { Suspense } from 'react'
import { type createBrowserRouter, RouterProvider } from 'react-router'
import { SessionProvider } from '../lib/session/session.tsx'
import type { SessionStore } from '../lib/session/store.ts'
import { ThemeProvider } from '../ui/theme/theme-provider.tsx'

interface ApplicationProps {
  router: ReturnType<typeof createBrowserRouter>
  session: SessionStore
}

/** The providers that every screen needs: theme, session and router. */
export function Application({ router, session }: ApplicationProps) {
  return (
    <Suspense>
      <ThemeProvider>
        <SessionProvider store={session}>
          <RouterProvider router={router} />
        </SessionProvider>
      </ThemeProvider>
    </Suspense>
  )
}
