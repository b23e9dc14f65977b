import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { onTestFinished, vi } from 'vitest'
import { setTokenSource } from '../lib/call/headers.ts'
import { refetchOnMount } from '../lib/call/queries.tsx'
import type { SessionClient, SessionState } from '../lib/session/client.ts'
import * as sessions from '../lib/session/session.tsx'
import { createSessionStore } from '../lib/session/store.ts'
import { makeTheme } from '../ui/theme/theme.tsx'
import { Toasts } from '../ui/toast/toasts.tsx'

const signedInUser: NonNullable<sessions.Session['user']> = {
  id: 'u1',
  email: 'amara@school.example',
  givenName: 'Amara',
  familyName: 'Osei',
  picture: null,
  schoolName: null,
  roles: [],
}

type Client = SessionClient
type ChangeSession = (state: SessionState) => void

/** Wraps a tree in the providers of a screen, with somebody signed in unless `status` says otherwise. */
function Providers({
  children,
  status,
  failure,
  client,
  queries,
  onOpen,
}: Required<Pick<Options, 'status' | 'failure'>> & {
  children: ReactNode
  onOpen: (change: ChangeSession) => void
  client: Partial<Client>
  queries: QueryClient
}) {
  const [store] = useState(() =>
    createSessionStore({
      open: async ({ onChange }) => {
        onOpen(onChange)
        onChange({ status, user: status === 'authenticated' ? signedInUser : null, failure })
        return client as Client
      },
      onReturn: () => {},
    }),
  )
  return (
    <MantineProvider theme={makeTheme({ close: 'Close' })} env="test">
      <QueryClientProvider client={queries}>
        <sessions.SessionProvider store={store}>
          {children}
          <Toasts />
        </sessions.SessionProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
}

interface Options {
  routes: RouteObject[]
  at: string
  status?: sessions.Session['status']
  failure?: sessions.Session['failure']
}

/** Opens a screen at a URL. */
export async function openScreen({ routes, at, status = 'authenticated', failure = null }: Options) {
  const client = {
    signIn: vi.fn<Client['signIn']>(async () => {}),
    register: vi.fn<Client['register']>(async () => {}),
    signOut: vi.fn<Client['signOut']>(async () => {}),
    forget: vi.fn<Client['forget']>(async () => {}),
    accessToken: vi.fn<Client['accessToken']>(async () => (status === 'authenticated' ? 'token' : null)),
  }
  setTokenSource(client.accessToken)
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnMount } } })
  // Otherwise its timers would keep every answer for minutes.
  onTestFinished(() => queries.clear())
  let change: ChangeSession = () => {}
  const router = createMemoryRouter(routes, { initialEntries: [at] })
  // The session opens in an effect that ends after the first paint.
  const shown = await act(async () =>
    render(
      <Providers
        status={status}
        failure={failure}
        client={client}
        queries={queries}
        onOpen={(changeSession) => (change = changeSession)}
      >
        <RouterProvider router={router} />
      </Providers>,
    ),
  )
  return {
    ...shown,
    router,
    client,
    /** The session ends by itself; it begins again, as if the person had signed in in another tab. */
    expire: () =>
      act(() =>
        change({
          status: 'unauthenticated',
          user: null,
          failure: { code: 'ERR_REFRESH', description: 'Failed to refresh token: invalid_grant' },
        }),
      ),
    signInElsewhere: () =>
      act(() => change({ status: 'authenticated', user: { ...signedInUser }, failure: null })),
  }
}

/** Opens one element as a whole screen. */
export function openElement(element: ReactNode, at = '/here') {
  return openScreen({ routes: [{ path: '*', element }], at })
}

/**
 * Answers `useSession` without a provider until the test ends. The session that it returns may be changed.
 */
export function mockSession(): sessions.Session {
  const session: sessions.Session = {
    status: 'authenticated',
    user: null,
    failure: null,
    signIn: async () => {},
    register: async () => {},
    signOut: async () => {},
    forget: async () => {},
    accessToken: async () => 'token',
  }
  vi.spyOn(sessions, 'useSession').mockReturnValue(session)
  return session
}
