import { errors } from 'jose'
import { ErrorResponse, User, UserManager } from 'oidc-client-ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SessionClient, type SessionState } from './client.ts'
import { markExpired } from './expired-mark.ts'
import type { SessionFailure } from './failure.ts'
import type { IdTokenCheck } from './oidc-client.ts'
import { hasExpired } from './session.tsx'
import { encodeSignInState, type SignInState } from './sign-in-state.ts'

const refusal = (error: string) => new ErrorResponse({ error })

const start = new Date('2026-11-21T12:00:00Z')
let issued = 0

/** A user whose tokens live for so many seconds from now. */
function aUser(seconds: number, changes: { refresh_token?: string | null } = {}): User {
  const expires_at = Math.floor(Date.now() / 1_000) + seconds
  issued += 1
  const profile = {
    iss: 'i',
    aud: 'a',
    exp: 0,
    iat: 0,
    sub: 'person-1',
    email: 'amara@school.example',
    given_name: 'Amara',
    roles: [{ key: 'admin' }],
  }
  return new User({
    access_token: `access-${issued}`,
    id_token: `id-${issued}`,
    token_type: 'Bearer',
    profile,
    expires_at,
    ...(changes.refresh_token === null
      ? {}
      : { refresh_token: changes.refresh_token ?? `refresh-${issued}` }),
  })
}

function setUp(stored: User | null = null) {
  const manager = new UserManager({
    authority: 'http://localhost:3000',
    client_id: 'penmark-web',
    redirect_uri: 'http://localhost:3000/',
  })
  let user = stored
  const keep = (next: User) => {
    user = next
    return next
  }
  vi.spyOn(manager, 'getUser').mockImplementation(async () => user)
  vi.spyOn(manager, 'removeUser').mockImplementation(async () => {
    user = null
  })
  const silent = vi.spyOn(manager, 'signinSilent').mockImplementation(async () => keep(aUser(600)))
  const callback = vi
    .spyOn(manager, 'signinRedirectCallback')
    .mockImplementation(async () => keep(aUser(600)))
  const depart = vi.spyOn(manager, 'signinRedirect').mockResolvedValue()
  const signOut = vi.spyOn(manager, 'signoutRedirect').mockResolvedValue()
  const failures: SessionFailure[] = []
  const returns: SignInState[] = []
  const states: SessionState[] = []
  const checkIdToken = vi.fn<IdTokenCheck>(async () => {})
  const client = new SessionClient({
    manager,
    checkIdToken,
    onFailure: (failure) => failures.push(failure),
    onReturn: (state) => {
      returns.push(state)
    },
    onChange: (state) => states.push(state),
  })
  opened.push(client)
  return {
    client,
    silent,
    callback,
    depart,
    signOut,
    failures,
    returns,
    states,
    checkIdToken,
    keep,
    forget: () => manager.removeUser(),
  }
}

const opened: SessionClient[] = []
const goTo = (address: string) => window.history.replaceState(null, '', address)

beforeEach(() => {
  vi.useFakeTimers({ now: start })
  let last: Promise<unknown> = Promise.resolve()
  // One lock for the page, as the browser has one for all of its tabs.
  const request = (_name: string, work: () => Promise<unknown>) => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
})
afterEach(() => {
  for (const client of opened.splice(0)) client.close()
  Reflect.deleteProperty(navigator, 'locks')
})

describe('a restored session', () => {
  test('is signed out without a stored user', async () => {
    const { client } = setUp()
    await client.start()
    expect(client.state).toEqual({ status: 'unauthenticated', user: null, failure: null })
    expect(await client.accessToken()).toBeNull()
  })

  test('identifies the user, with roles as strings', async () => {
    const { client } = setUp(aUser(600))
    await client.start()
    expect(client.state).toMatchObject({
      status: 'authenticated',
      user: { id: 'person-1', givenName: 'Amara', familyName: '', roles: ['admin'] },
    })
  })

  test('refreshes ten seconds before expiry, and again after that', async () => {
    const { client, silent } = setUp(aUser(600))
    await client.start()
    await vi.advanceTimersByTimeAsync(589_000)
    expect(silent).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(silent).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(590_000)
    expect(silent).toHaveBeenCalledTimes(2)
  })

  test('refreshes when the tab becomes visible', async () => {
    const { client, silent } = setUp(aUser(600))
    await client.start()
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
    expect(silent).toHaveBeenCalledTimes(1)
  })

  test('does not refresh for a visitor when the tab becomes visible', async () => {
    const { client, silent } = setUp()
    await client.start()
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
    expect(silent).not.toHaveBeenCalled()
  })

  test('refreshes once for many calls that find the token too old', async () => {
    const { client, silent, keep } = setUp(aUser(600))
    await client.start()
    keep(aUser(2))
    const tokens = await Promise.all([client.accessToken(), client.accessToken(), client.accessToken()])
    expect(silent).toHaveBeenCalledTimes(1)
    expect(new Set(tokens).size).toBe(1)
  })

  test('follows a sign-in or sign-out in another tab', async () => {
    const { client, forget, keep } = setUp(aUser(600))
    await client.start()
    await forget()
    window.dispatchEvent(new StorageEvent('storage', { key: 'oidc.user:http://localhost:3000:penmark-web' }))
    await vi.advanceTimersByTimeAsync(0)
    expect(client.state.status).toBe('unauthenticated')
    keep(aUser(600))
    window.dispatchEvent(new StorageEvent('storage', { key: 'oidc.user:http://localhost:3000:penmark-web' }))
    await vi.advanceTimersByTimeAsync(0)
    expect(client.state.status).toBe('authenticated')
  })

  test('knows whether the session expired in another tab, or somebody signed out there', async () => {
    const changed = async () => {
      window.dispatchEvent(
        new StorageEvent('storage', { key: 'oidc.user:http://localhost:3000:penmark-web' }),
      )
      await vi.advanceTimersByTimeAsync(0)
    }
    const { client, forget, keep } = setUp(aUser(600))
    await client.start()
    markExpired()
    await forget()
    await changed()
    expect(hasExpired(client.state)).toBe(true)
    keep(aUser(600))
    await changed()
    expect(client.state).toMatchObject({ status: 'authenticated', failure: null })
    await forget()
    await changed()
    expect(client.state.status).toBe('unauthenticated')
    expect(hasExpired(client.state)).toBe(false)
  })

  test('is no expired one after signing out, even if it could not be renewed before', async () => {
    const { client, silent } = setUp(aUser(600))
    await client.start()
    silent.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await vi.advanceTimersByTimeAsync(590_000)
    expect(client.state.failure?.code).toBe('ERR_REFRESH')
    await client.signOut()
    expect(hasExpired(client.state)).toBe(false)
  })
})

describe('a refresh that fails', () => {
  test('keeps the user while offline, and retries', async () => {
    const { client, silent, failures } = setUp(aUser(600))
    await client.start()
    silent.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await vi.advanceTimersByTimeAsync(590_000)
    expect(client.state.status).toBe('authenticated')
    expect(failures).toEqual([
      { code: 'ERR_REFRESH', description: 'Failed to refresh token: Failed to fetch' },
    ])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(silent).toHaveBeenCalledTimes(2)
    expect(client.state).toMatchObject({ status: 'authenticated', failure: null })
  })

  test('keeps the user while the provider fails', async () => {
    const { client, silent } = setUp(aUser(2))
    silent.mockRejectedValue(refusal('server_error'))
    await client.start()
    expect(client.state.status).toBe('authenticated')
    await expect(client.accessToken()).rejects.toThrow('server_error')
  })

  test('signs out when the provider ended the session', async () => {
    const { client, silent, failures } = setUp(aUser(600))
    await client.start()
    silent.mockRejectedValueOnce(refusal('invalid_grant'))
    await vi.advanceTimersByTimeAsync(590_000)
    expect(client.state).toMatchObject({ status: 'unauthenticated', user: null })
    expect(failures).toEqual([{ code: 'ERR_REFRESH', description: 'Failed to refresh token: invalid_grant' }])
    expect(await client.accessToken()).toBeNull()
  })

  test('signs out when the new ID token is not genuine', async () => {
    const { client, checkIdToken } = setUp(aUser(600))
    await client.start()
    checkIdToken.mockRejectedValueOnce(new errors.JWSSignatureVerificationFailed())
    await vi.advanceTimersByTimeAsync(590_000)
    expect(client.state.status).toBe('unauthenticated')
  })

  test('reports that there is no refresh token', async () => {
    const { client, failures } = setUp(aUser(2, { refresh_token: null }))
    await client.start()
    expect(failures).toEqual([{ code: 'ERR_REFRESH', description: 'No refresh token found' }])
    expect(client.state.status).toBe('unauthenticated')
  })
})

describe('a returning sign-in', () => {
  const returnWith = (state: string) => goTo(`/?code=c&state=abc;${state}`)

  test('recognises a registration, with the address it began at', async () => {
    returnWith(encodeSignInState({ event: 'register', returnTo: '/documents?x=1' }))
    const { client, returns, callback } = setUp()
    await client.start()
    expect(callback).toHaveBeenCalledWith(expect.stringContaining('code=c'))
    expect(returns).toEqual([{ event: 'register', returnTo: '/documents?x=1' }])
    expect(client.state.status).toBe('authenticated')
    expect(window.location.search).toBe('')
  })

  test('is shown only after returning to the starting page', async () => {
    returnWith(encodeSignInState({ event: 'login' }))
    const { client, states, returns } = setUp()
    await client.start()
    expect(states.map(({ status }) => status)).toEqual(['authenticated'])
    expect(returns).toHaveLength(1)
  })

  test('counts as a login if the state cannot be read', async () => {
    returnWith('!!!')
    const { client, returns, failures } = setUp()
    await client.start()
    expect(failures.map(({ code }) => code)).toEqual(['ERR_STATE_PARSE'])
    expect(returns).toEqual([{ event: 'login' }])
    expect(client.state.status).toBe('authenticated')
  })

  test.each([
    ['No matching state found in storage', 'Invalid state'],
    ['Expected code in response', 'Invalid state or code'],
    ['A code_verifier is required', 'Code verifier not found'],
    ['Failed to fetch', 'Token exchange failed: Failed to fetch'],
  ])('reports %j as %j', async (thrown, description) => {
    returnWith(encodeSignInState({ event: 'login' }))
    const { client, callback, failures } = setUp()
    callback.mockRejectedValue(new Error(thrown))
    await client.start()
    expect(failures).toEqual([{ code: 'ERR_CODE_EXCHANGE', description }])
    expect(client.state).toMatchObject({ status: 'unauthenticated', failure: { code: 'ERR_CODE_EXCHANGE' } })
  })

  test('reports a response without an access token', async () => {
    returnWith(encodeSignInState({ event: 'login' }))
    const { client, callback, failures } = setUp()
    callback.mockResolvedValue(Object.assign(aUser(600), { access_token: '' }))
    await client.start()
    expect(failures).toEqual([{ code: 'ERR_CODE_EXCHANGE', description: 'No access token recieved' }])
  })

  test('does not sign in if the ID token is forged', async () => {
    returnWith(encodeSignInState({ event: 'login' }))
    const { client, checkIdToken, failures } = setUp()
    checkIdToken.mockRejectedValue(new errors.JWSSignatureVerificationFailed())
    await client.start()
    expect(failures[0]?.code).toBe('ERR_CODE_EXCHANGE')
    expect(client.state.status).toBe('unauthenticated')
    expect(await client.accessToken()).toBeNull()
  })

  test('keeps the current user if the link was forged', async () => {
    returnWith(encodeSignInState({ event: 'login' }))
    const { client, callback } = setUp(aUser(600))
    callback.mockRejectedValue(new Error('No matching state found in storage'))
    await client.start()
    expect(client.state.status).toBe('authenticated')
  })

  test('reports a refusal of the provider', async () => {
    goTo(`/?error=access_denied&state=abc;${encodeSignInState({ event: 'login' })}`)
    const { client, callback, failures } = setUp()
    callback.mockRejectedValue(refusal('access_denied'))
    await client.start()
    expect(failures).toEqual([
      { code: 'ERR_CODE_EXCHANGE', description: 'Token exchange failed: access_denied' },
    ])
  })
})

describe('redirecting to the provider', () => {
  test('sends a new nonce of 16 characters each time', async () => {
    const nonces: unknown[] = []
    for (const _ of [1, 2]) {
      const { client, depart } = setUp()
      await client.start()
      await client.signIn()
      nonces.push(depart.mock.calls[0]?.[0]?.nonce)
    }
    expect(nonces).toEqual([expect.stringMatching(/^[\w-]{16}$/), expect.stringMatching(/^[\w-]{16}$/)])
    expect(new Set(nonces).size).toBe(2)
  })

  test('asks for the registration page to register, in the page’s language', async () => {
    document.documentElement.lang = 'fr-FR'
    const { client, depart } = setUp()
    await client.start()
    await client.register('/dashboard')
    expect(depart).toHaveBeenCalledWith(expect.objectContaining({ prompt: 'create', ui_locales: 'fr-FR' }))
  })

  test('happens once, however often it is requested', async () => {
    const { client, depart } = setUp()
    await client.start()
    await Promise.all([client.signIn('/a'), client.signIn('/a'), client.register()])
    expect(depart).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['signIn', 'ERR_LOGIN'],
    ['register', 'ERR_REGISTER'],
  ] as const)('reports a failed %s as %s and can be tried again', async (method, code) => {
    const { client, depart, failures } = setUp()
    await client.start()
    depart.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await client[method]()
    expect(failures).toEqual([{ code, description: 'Failed to fetch' }])
    expect(client.state.status).toBe('unavailable')
    await client[method]()
    expect(depart).toHaveBeenCalledTimes(2)
  })

  test('clears the user before signing out at the provider, and starts no sign-in meanwhile', async () => {
    const { client, signOut, depart, failures } = setUp(aUser(600))
    await client.start()
    signOut.mockImplementation(async () => {
      expect(client.state).toMatchObject({ status: 'unauthenticated', user: null })
      await client.signIn('/dashboard')
    })
    await client.signOut()
    expect(signOut.mock.calls[0]?.[0]?.id_token_hint).toMatch(/^id-/)
    // What the provider is expected to find fails there as a sign-out does.
    expect(failures).toEqual([])
    expect(depart).not.toHaveBeenCalled()
  })

  test('reports a sign-out that fails', async () => {
    const { client, signOut, failures } = setUp(aUser(600))
    await client.start()
    signOut.mockRejectedValue(new Error('No end session endpoint'))
    await client.signOut()
    expect(failures).toEqual([{ code: 'ERR_LOGOUT', description: 'No end session endpoint' }])
    expect(client.state).toMatchObject({ status: 'unavailable', user: null })
  })
})
