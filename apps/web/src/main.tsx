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

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const root = document.getElementById('root')
if (!root) throw new Error('index.html lacks #root')

// Words, session and the files of the screen are fetched side by side: none waits for another.
const translated = startTranslation(undefined, (words) => root.replaceChildren(words))
const session = createSessionStore({
  onReturn: ({ returnTo }) => router.navigate(returnTo ?? '/', { replace: true }),
})
// Before the routes, which begin the first calls of the screen.
setTokenSource(session.accessToken)
const opened = session.open()
onConsent(removeHiddenNoticesWithoutConsent)
const router = createBrowserRouter(routes)

/** The files and the first answers of the screen have arrived. */
function initialized(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!router.state.initialized) return
      stop()
      resolve()
    }
    const stop = router.subscribe(look)
    look()
  })
}

// Drawing a spinner first would take a tenth of the time of the screen itself, and flash.
const drawnWithoutSpinnerMs = 300
await Promise.all([
  translated,
  Promise.race([Promise.all([opened, initialized()]), wait(drawnWithoutSpinnerMs)]),
])
createRoot(root).render(
  <StrictMode>
    <Application router={router} session={session} />
  </StrictMode>,
)
