import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { routes } from './app/routes.tsx'
import { setTokenSource } from './lib/call/headers.ts'
import { onConsent, removeHiddenNoticesWithoutConsent } from './lib/consent/consent.ts'
import { startTranslation } from './lib/i18n/i18n.ts'
import { SessionProvider } from './lib/session/session.tsx'
import { createSessionStore, type SessionStore } from './lib/session/store.ts'
import { ThemeProvider } from './ui/theme/theme.tsx'

interface ApplicationProps {
  router: ReturnType<typeof createBrowserRouter>
  session: SessionStore
}

/** The providers that every screen needs: theme, session and router. */
function Application({ router, session }: ApplicationProps) {
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

const root = document.getElementById('root')
if (!root) throw new Error('index.html lacks #root')

// Words, session and the files of the screen are fetched side by side: none waits for another.
const translated = startTranslation(undefined, (words) => root.replaceChildren(words))
const session = createSessionStore({ onReturn: ({ returnTo }) => router.navigate(returnTo ?? '/', { replace: true }) })
// Before the routes, which begin the first calls of the screen.
setTokenSource(session.accessToken)
void session.open()
onConsent(removeHiddenNoticesWithoutConsent)
const router = createBrowserRouter(routes)

await translated
createRoot(root).render(
  <StrictMode>
    <Application router={router} session={session} />
  </StrictMode>,
)
