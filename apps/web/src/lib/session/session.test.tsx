import { Problem } from '@penmark/contract'
import { act, render, screen } from '@testing-library/react'
import { UserManager } from 'oidc-client-ts'
import { StrictMode, useEffect } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { SessionClient } from './client.ts'
import type { SessionFailure } from './failure.ts'
import { type Session, SessionProvider, useSession } from './session.tsx'
import { createSessionStore, type openSession } from './store.ts'

let session: Session | undefined
function Probe() {
  const current = useSession()
  useEffect(() => {
    session = current
  }, [current])
  return <p>{current.status}</p>
}

function opener() {
  const manager = new UserManager({
    authority: 'http://localhost:3000',
    client_id: 'penmark-web',
    redirect_uri: 'http://localhost:3000/',
  })
  vi.spyOn(manager, 'getUser').mockResolvedValue(null)
  const depart = vi.spyOn(manager, 'signinRedirect').mockResolvedValue()
  const open = vi.fn<typeof openSession>(async (hooks) => {
    const client = new SessionClient({ manager, checkIdToken: async () => {}, ...hooks })
    await client.start()
    return client
  })
  const onFailure = vi.fn<(failure: SessionFailure) => void>()
  return { open, depart, onFailure, store: createSessionStore({ open, onFailure, onReturn: () => {} }) }
}

describe('the session of a page', () => {
  test('is opened once, also when React runs effects twice', async () => {
    const { open, store } = opener()
    render(
      <StrictMode>
        <SessionProvider store={store}>
          <Probe />
        </SessionProvider>
      </StrictMode>,
    )
    expect(screen.getByText('loading')).toBeDefined()
    expect(await screen.findByText('unauthenticated')).toBeDefined()
    expect(open).toHaveBeenCalledTimes(1)
  })

  test('is unavailable while the server does not answer, and can be retried', async () => {
    const { open, depart, onFailure, store } = opener()
    open.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    render(
      <SessionProvider store={store}>
        <Probe />
      </SessionProvider>,
    )
    expect(await screen.findByText('unavailable')).toBeDefined()
    await act(async () => session?.signIn('/dashboard'))
    expect(depart).toHaveBeenCalledTimes(1)
    expect(onFailure).not.toHaveBeenCalled()
  })

  test('makes calls wait while it cannot be opened, instead of treating the user as signed out', async () => {
    const { open, store } = opener()
    open.mockRejectedValue(new TypeError('Failed to fetch'))
    render(
      <SessionProvider store={store}>
        <Probe />
      </SessionProvider>,
    )
    await screen.findByText('unavailable')
    const thrown = await session?.accessToken().catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(Problem)
    expect(thrown).toMatchObject({ code: 'busy' })
  })

  test('keeps its functions across changes', async () => {
    const { store } = opener()
    render(
      <SessionProvider store={store}>
        <Probe />
      </SessionProvider>,
    )
    const before = session?.accessToken
    await screen.findByText('unauthenticated')
    expect(session?.accessToken).toBe(before)
  })
})
