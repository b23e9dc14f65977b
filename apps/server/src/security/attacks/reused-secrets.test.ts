import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAuthenticator, recoveryCodesOf } from '../../services/identity/testing/authenticator.ts'
import {
  amara,
  createBrowser,
  readTokens,
  registerForCode,
  registerForTokens,
} from '../../services/identity/testing/browser.ts'
import { startTestServer, type TestServer } from '../../services/identity/testing/server.ts'
import { createAttack } from '../../testing/attack.ts'

const attack = createAttack(
  'identity',
  'codes, factors, refresh tokens and links are used again',
  'repeated secrets',
)

const stepMs = 30_000
const atOnce = 10
const page = '/identity/account/second-step'
let now = new Date()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
})
beforeEach(async () => {
  now = new Date()
  await server.database.script(
    'delete from identity_account; delete from identity_attempt; delete from mails; delete from identity_record',
  )
})
afterAll(async () => {
  await server.close()
  attack.expectDefended(44)
})

/** Makes the same request ten times at once; one may succeed. */
async function race(what: string, use: () => Promise<boolean>): Promise<void> {
  const succeeded = (await Promise.all(Array.from({ length: atOnce }, use))).filter(Boolean).length
  for (let nth = 1; nth < atOnce; nth += 1) attack.count(`${what}, at the same time`, nth < succeeded)
  expect([what, succeeded]).toEqual([what, 1])
  const isRepeated = await use()
  attack.count(`${what}, afterwards`, isRepeated)
  expect([what, isRepeated]).toEqual([what, false])
}

const signIn = async () => {
  const browser = createBrowser(server.origin)
  const form = await browser.authorize()
  const { url } = await browser.post(form.url, { email: amara.email, password: amara.password })
  return { browser, url }
}
const isIn = ({ url }: { url: URL }) => url.searchParams.has('code')

async function turnTwoFactorOn() {
  const browser = createBrowser(server.origin)
  await registerForTokens(browser)
  const setup = await browser.post(page, { action: 'begin', current_password: amara.password })
  const app = createAuthenticator(setup.text)
  const { text } = await browser.post(page, { action: 'confirm', code: app.codeAt(now) })
  now = new Date(now.getTime() + stepMs)
  return { app, codes: recoveryCodesOf(text) }
}

test('an authorization code is exchanged once, and only by the browser that asked', async () => {
  const browser = createBrowser(server.origin)
  const verifier = 'verifier'.repeat(8)
  const code = await registerForCode(browser, amara, verifier)
  const stolen = await browser.exchange(code, 'another'.repeat(8))
  attack.count('a code without its verifier', stolen.ok)
  expect(stolen.ok).toBe(false)
  const other = createBrowser(server.origin)
  const second = new URL((await browser.authorize({}, verifier)).url).searchParams.get('code') ?? ''
  await race('an authorization code', async () => (await other.exchange(second, verifier)).ok)
})

test('a refresh token that was replaced ends the sign-in when it is used again', async () => {
  const browser = createBrowser(server.origin)
  const first = await registerForTokens(browser)
  const second = await readTokens(await browser.refresh(first.refresh_token))
  // A browser that lost the answer may ask again for some seconds.
  await server.database.query(
    "update identity_record set consumed_at = consumed_at - interval '1 minute' where model = 'RefreshToken' and consumed_at is not null",
  )
  for (const token of [first.refresh_token, second.refresh_token, first.refresh_token]) {
    const { ok } = await browser.refresh(token)
    attack.count('a replaced refresh token', ok)
    expect(ok).toBe(false)
  }
})

test('a code of an authenticator app signs in once', async () => {
  const { app } = await turnTwoFactorOn()
  const code = app.codeAt(now)
  await race('a code of an app', async () => {
    const { browser, url } = await signIn()
    return isIn(await browser.post(url, { code }))
  })
})

test('a recovery code signs in once', async () => {
  const { codes } = await turnTwoFactorOn()
  const [code = ''] = codes
  await race('a recovery code', async () => {
    const { browser, url } = await signIn()
    return isIn(await browser.post(url.href.replace('/code?', '/recovery?'), { code }))
  })
})

test('a link that resets a password works once', async () => {
  const browser = createBrowser(server.origin)
  await registerForTokens(browser)
  await browser.post('/identity/forgot', { email: amara.email })
  const [mail] = await server.mailsTo(amara.email, 'identity.reset')
  let nth = 0
  await race('a link for a new password', async () => {
    nth += 1
    const answer = await createBrowser(server.origin).post(mail?.link ?? '', {
      password: `four rather quiet words ${nth}`,
    })
    return answer.status === 200
  })
})
