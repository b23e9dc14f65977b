import { User } from 'oidc-client-ts'
import { afterEach, expect, it } from 'vitest'
import { openLibrary } from './oidc-client.ts'
import { createManager } from './store.ts'

const settings = { authority: 'http://localhost:3000', client_id: 'penmark-web', audience: '', scope: 'openid', account_url: null }

afterEach(() => localStorage.clear())

it('finds who is signed in where the library stored them', async () => {
  const library = openLibrary(settings, localStorage)
  const profile = { iss: settings.authority, sub: 't1', aud: 'penmark-web', exp: 2_000_000_000, iat: 1, email: 'a@school.example' }
  await library.manager.storeUser(
    new User({ access_token: 'at', refresh_token: 'rt', id_token: 'it', token_type: 'Bearer', expires_at: 2_000_000_000, profile }),
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

it.each(['', 'nothing that can be read', '{"profile":{}}'])('treats %j in storage as nobody', async (text) => {
  localStorage.setItem('oidc.user:http://localhost:3000:penmark-web', text)
  expect(await createManager(settings).manager.getUser()).toBeNull()
})
