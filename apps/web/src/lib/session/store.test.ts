import { MetadataService, User, UserManager } from 'oidc-client-ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createOidcLibrary, SignInClient } from './oidc-client.ts'
import { toBase64Url } from './sign-in-state.ts'
import { createManager } from './store.ts'

const settings = {
  authority: 'http://localhost:3000',
  client_id: 'penmark-web',
  audience: 'penmark-api',
  scope: 'openid',
  organisation: null,
  all_sessions: false,
  account_url: null,
}

afterEach(() => {
  localStorage.clear()
})

describe('the sign-in manager', () => {
  test('says which setting is missing', () => {
    expect(() => createManager({ ...settings, authority: '' })).toThrow(
      'Domain is required for token refresh',
    )
    expect(() => createManager({ ...settings, client_id: '' })).toThrow(
      'Client ID is required for token refresh',
    )
  })

  test('reports a browser that blocks storage', () => {
    const storage = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    expect(() => createManager(settings)).toThrow('No active storage found')
    storage.mockRestore()
  })

  test('stores a session in chunks of at most 2,000 characters, and removes it whole', async () => {
    const { manager } = createManager(settings)
    const profile = { iss: 'i', aud: 'a', exp: 0, iat: 0, sub: 'person-1' }
    const signedIn = new User({
      access_token: 'a'.repeat(9_001),
      id_token: 'i'.repeat(5_003),
      token_type: 'Bearer',
      profile,
    })
    await createOidcLibrary(settings, localStorage).manager.storeUser(signedIn)
    const lengths = Object.keys(localStorage).map((key) => localStorage.getItem(key)?.length ?? 0)
    expect(lengths.length).toBeGreaterThan(7)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(2_000)
    const user = await manager.getUser()
    expect([user?.access_token.length, user?.id_token?.length]).toEqual([9_001, 5_003])
    await createOidcLibrary(settings, localStorage).manager.storeUser(signedIn)
    expect(Object.keys(localStorage)).toHaveLength(lengths.length)
    await manager.removeUser()
    expect(Object.keys(localStorage)).toEqual([])
  })

  test('reads a session that an earlier version stored under one key', async () => {
    const stored = { access_token: 'a'.repeat(9_001), profile: { sub: 'person-1' } }
    localStorage.setItem('oidc.user:http://localhost:3000:penmark-web', JSON.stringify(stored))
    const { manager } = createManager(settings)
    expect((await manager.getUser())?.access_token).toHaveLength(9_001)
    await manager.removeUser()
    expect(Object.keys(localStorage)).toEqual([])
  })

  test.each([
    [['none', 'login', 'consent'], undefined],
    [['login', 'create'], 'create'],
    [undefined, 'create'],
  ])(
    'asks for registration unless the provider says that it cannot: %o',
    async (prompt_values_supported, sent) => {
      const redirect = vi.spyOn(UserManager.prototype, 'signinRedirect').mockResolvedValue()
      vi.spyOn(MetadataService.prototype, 'getMetadata').mockResolvedValue({
        prompt_values_supported,
      } as object)
      await createManager(settings).manager.signinRedirect({ nonce: 'n', prompt: 'create' })
      expect(redirect.mock.calls[0]?.[0]).toMatchObject({ nonce: 'n' })
      expect(redirect.mock.calls[0]?.[0]?.prompt).toBe(sent)
    },
  )

  test.each([
    [
      'what the link says',
      '?login_hint=ana%40school.example&org_code=org_2',
      'org_1',
      { login_hint: 'ana@school.example' },
      'org_2',
    ],
    ['the organisation of the installation', '', 'org_1', {}, 'org_1'],
    ['nothing that nobody gave', '?login_hint=', null, {}, undefined],
  ])('sends %s about who signs in', async (_, search, organisation, hint, org_code) => {
    window.history.replaceState(null, '', `/documents${search}`)
    const redirect = vi.spyOn(UserManager.prototype, 'signinRedirect').mockResolvedValue()
    await createManager({ ...settings, organisation }).manager.signinRedirect({ nonce: 'n' })
    const sent = {
      nonce: 'n',
      ...hint,
      extraQueryParams: { audience: 'penmark-api', ...(org_code ? { org_code } : {}) },
    }
    expect(redirect).toHaveBeenCalledWith(sent)
    window.history.replaceState(null, '', '/')
  })

  test('ends the sign-ins of every device where the installation says so', async () => {
    const redirect = vi.spyOn(UserManager.prototype, 'signoutRedirect').mockResolvedValue()
    await createManager(settings).manager.signoutRedirect({ id_token_hint: 't' })
    await createManager({ ...settings, all_sessions: true }).manager.signoutRedirect({ id_token_hint: 't' })
    expect(redirect.mock.calls).toEqual([
      [{ id_token_hint: 't' }],
      [{ id_token_hint: 't', extraQueryParams: { all_sessions: 'true' } }],
    ])
  })

  test('creates a state of 32 random characters, and a verifier of 52 that matches its challenge', async () => {
    const { authority, client_id, redirect_uri, stateStore } = createOidcLibrary(settings, localStorage)
      .manager.settings
    const metadata = { issuer: authority, authorization_endpoint: `${authority}/oauth2/auth` }
    const client = new SignInClient({ authority, client_id, redirect_uri, stateStore, metadata })
    const sent = await Promise.all([1, 2].map(() => client.createSigninRequest({ url_state: 'e30' })))
    for (const { url, state } of sent) {
      expect(state.id).toMatch(/^[0-9a-f]{32}$/)
      expect(new URL(url).searchParams.get('state')).toBe(`${state.id};e30`)
      expect(new URL(url).searchParams.get('code_challenge_method')).toBe('S256')
      expect(String(state.code_verifier)).toMatch(/^[\w-]{52}$/)
      const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(state.code_verifier))
      expect(new URL(url).searchParams.get('code_challenge')).toBe(toBase64Url(new Uint8Array(hash)))
      expect(await stateStore?.get(state.id)).toContain(String(state.code_verifier))
    }
    expect(new Set(sent.flatMap(({ state }) => [state.id, state.code_verifier])).size).toBe(4)
  })
})

test('reads the signed-in user that the library stored', async () => {
  const library = createOidcLibrary(settings, localStorage)
  const profile = {
    iss: settings.authority,
    sub: 't1',
    aud: 'penmark-web',
    exp: 2_000_000_000,
    iat: 1,
    email: 'a@school.example',
  }
  await library.manager.storeUser(
    new User({
      access_token: 'at',
      refresh_token: 'rt',
      id_token: 'it',
      token_type: 'Bearer',
      expires_at: 2_000_000_000,
      profile,
    }),
  )
  const { manager } = createManager(settings)
  expect(await manager.getUser()).toMatchObject({
    access_token: 'at',
    refresh_token: 'rt',
    id_token: 'it',
    expires_at: 2_000_000_000,
    profile: { sub: 't1', email: 'a@school.example' },
  })
  await manager.removeUser()
  expect(await manager.getUser()).toBeNull()
  expect(await library.manager.getUser()).toBeNull()
})

test.each(['', 'nothing that can be read', '{"profile":{}}'])(
  'treats %j in storage as nobody',
  async (text) => {
    localStorage.setItem('oidc.user:http://localhost:3000:penmark-web', text)
    expect(await createManager(settings).manager.getUser()).toBeNull()
  },
)
