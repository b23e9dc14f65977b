import { act, render, screen } from '@testing-library/react'
import { use } from 'react'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import type { SessionState } from '../../lib/session/client.ts'
import { SessionProvider } from '../../lib/session/session.tsx'
import { createSessionStore, type openSession } from '../../lib/session/store.ts'
import { ThemeProvider } from '../../ui/theme/theme.tsx'
import StartPage from './start.tsx'

let appear: () => void = () => undefined
const shown = new Promise<void>((resolve) => {
  appear = resolve
})

function Wanted() {
  use(shown)
  return <p>The page that was asked for</p>
}

afterEach(() => window.history.replaceState(null, '', '/'))

/** The session of a sign-in that returns, which the test opens when it likes. */
function returningSession() {
  let show: (state: SessionState) => void = () => undefined
  const open = (async ({ onChange }) => {
    show = onChange
    return {}
  }) as typeof openSession
  const store = createSessionStore({ open, onReturn: () => undefined })
  const user = {
    id: 'u1',
    email: 'amara@school.example',
    name: 'Amara Osei',
  } as unknown as SessionState['user']
  return { store, openNow: () => show({ status: 'authenticated', user, failure: null }) }
}

test('a sign-in returns to the page that was asked for, even if that page takes long to appear', async () => {
  const router = createBrowserRouter([
    { path: '/', element: <StartPage /> },
    { path: '/dashboard', element: <p>The dashboard</p> },
    { path: '/wanted', element: <Wanted /> },
  ])
  const { store, openNow } = returningSession()
  render(
    <ThemeProvider>
      <SessionProvider store={store}>
        <RouterProvider router={router} />
      </SessionProvider>
    </ThemeProvider>,
  )
  await act(() => router.navigate('/wanted', { replace: true }))
  await act(async () => openNow())
  await act(async () => appear())
  expect(await screen.findByText('The page that was asked for')).toBeDefined()
  expect(window.location.pathname).toBe('/wanted')
})
