import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import { createFaults } from '../../../testing/faults/faults.ts'
import { amara, createBrowser, registerForTokens } from '../testing/browser.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { attemptLimits } from './attempts.ts'

const few = { points: 3, duration: 900 }
const limits = {
  ...attemptLimits,
  signInByAddressAndEmail: few,
  signInByKnownDevice: few,
  signInByEmail: { points: 20, duration: 900 },
  registerByAddress: few,
}

const faults = createFaults()
let server: TestServer
beforeAll(async () => {
  const database = await openTestDatabase()
  server = await startTestServer({ limits, database: faults.database(database) })
})
beforeEach(async () => {
  await server.database.script('delete from identity_account; delete from identity_attempt')
})
afterEach(() => expect(server.errors).toEqual([]))
afterEach(() => faults.clear())
afterAll(async () => {
  await server.close()
  await server.database.close()
})

describe('the registration page', () => {
  test('is a plain form with labels, and states the password rules up front', async () => {
    const { text, status, headers } = await createBrowser(server.origin).authorize({ prompt: 'create' })
    expect(status).toBe(200)
    for (const name of ['email', 'password', 'given_name', 'family_name']) {
      expect(text).toContain(`<label for="${name}">`)
      expect(text).toMatch(new RegExp(`<input id="${name}" name="${name}"[^>]* autocomplete="[\\w-]+"`))
    }
    expect(text).toContain('At least 10 characters')
    expect(text).not.toMatch(/<script|style="|onclick/)
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('leads the operator to the welcome page until there is an account', async () => {
    const link = '<a href="/welcome">'
    for (const prompt of ['create', 'login']) {
      const { text } = await createBrowser(server.origin).authorize({ prompt })
      expect(text).toContain(link)
    }
    await registerForTokens(createBrowser(server.origin))
    const { text } = await createBrowser(server.origin).authorize({ prompt: 'create' })
    expect(text).not.toContain(link)
  })

  test('says what is wrong and keeps the input, except the password', async () => {
    const browser = createBrowser(server.origin)
    const form = await browser.authorize({ prompt: 'create' })
    const typed = {
      ...amara,
      given_name: '"><b>Zoë',
      email: 'not-an-address',
      password: 'seven words or so, and secret',
    }
    const { status, text } = await browser.post(form.url, typed)
    expect(status).toBe(422)
    expect(text).toContain('<title>Error: Create your account – Penmark</title>')
    expect(text).toContain('<a href="#email">Enter a complete email address, such as name@school.org.</a>')
    expect(text).toContain('value="&quot;&gt;&lt;b&gt;Zoë"')
    expect(text).toContain('value="not-an-address"')
    expect(text).not.toContain(typed.password)
  })

  test('refuses a second account for one address, however it is written', async () => {
    await registerForTokens(createBrowser(server.origin))
    const browser = createBrowser(server.origin)
    const form = await browser.authorize({ prompt: 'create' })
    const { status, text } = await browser.post(form.url, { ...amara, email: '  AMARA@School.Example ' })
    expect(status).toBe(409)
    expect(text).toContain('There is already an account with this email')
  })

  test('is in French on request, and stays so', async () => {
    const browser = createBrowser(server.origin)
    const form = await browser.authorize({ prompt: 'create', ui_locales: 'fr-FR' })
    expect(form.text).toContain('<html lang="fr-FR">')
    expect(form.text).toContain('Créer votre compte')
    const { text } = await browser.post(form.url, { ...amara, email: '' })
    expect(text).toContain('Saisissez votre adresse e-mail.')
  })

  test('makes a network that registers too often wait', async () => {
    for (const number of [1, 2, 3])
      await registerForTokens(createBrowser(server.origin), { ...amara, email: `t${number}@school.example` })
    const browser = createBrowser(server.origin)
    const form = await browser.authorize({ prompt: 'create' })
    const { status, headers, text } = await browser.post(form.url, amara)
    expect(status).toBe(503)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(text).toContain('Too many attempts. Your account is safe.')
  })
})

describe('the sign-in page', () => {
  const tryPassword = async (email: string, password: string) => {
    const browser = createBrowser(server.origin)
    const form = await browser.authorize()
    return browser.post(form.url, { email, password })
  }

  test('signs in with the password and any spelling of the address', async () => {
    await registerForTokens(createBrowser(server.origin))
    const { url } = await tryPassword(' Amara@SCHOOL.example', amara.password)
    expect(url.searchParams.get('code')).toBeTruthy()
  })

  test('gives the same message for an unknown email and a wrong password', async () => {
    await registerForTokens(createBrowser(server.origin))
    const wrong = await tryPassword(amara.email, 'three loud words')
    const unknown = await tryPassword('nobody@school.example', 'three loud words')
    const withoutValues = (text: string) =>
      text.replace(/interaction\/[\w-]+/g, '').replace(/value="[^"]*"/g, '')
    expect([wrong.status, unknown.status]).toEqual([422, 422])
    expect(withoutValues(unknown.text)).toBe(withoutValues(wrong.text))
  })

  test('blocks an email for a while after too many wrong passwords, even with the right one or another spelling', async () => {
    await registerForTokens(createBrowser(server.origin))
    for (const email of [amara.email, 'AMARA@school.example', ' amara@school.example'])
      await tryPassword(email, 'three loud words')
    const { status, headers, text } = await tryPassword(amara.email, amara.password)
    expect(status).toBe(503)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(900)
    expect(text).toContain('Wait 15 minutes')
    expect(text).not.toMatch(/limit|exceeded/i)
  })

  test('never blocks a browser in which the user signed in before, despite guesses elsewhere', async () => {
    const laptop = createBrowser(server.origin)
    await registerForTokens(laptop)
    const tryPasswordOnPage = async (password: string) => {
      const form = await laptop.authorize({ prompt: 'login' })
      return laptop.post(form.url, { email: amara.email, password })
    }
    for (const _ of [1, 2, 3, 4]) await tryPassword(amara.email, 'three loud words')
    expect((await tryPassword(amara.email, amara.password)).status).toBe(503)
    expect((await tryPasswordOnPage(amara.password)).url.searchParams.get('code')).toBeTruthy()
    const cookie = laptop.cookies().find(({ name }) => name === 'penmark_device')
    expect(cookie).toMatchObject({ path: '/interaction' })
    expect(cookie?.value).not.toContain('amara')
    for (const _ of [1, 2, 3]) await tryPasswordOnPage('three loud words')
    expect((await tryPasswordOnPage(amara.password)).status).toBe(503)
  })

  test('does not accept a made-up device as known', async () => {
    await registerForTokens(createBrowser(server.origin))
    for (const _ of [1, 2, 3, 4]) await tryPassword(amara.email, 'three loud words')
    const browser = createBrowser(server.origin)
    const form = await browser.authorize()
    const forged = `penmark_device=${'a'.repeat(22)}.${'b'.repeat(43)}`
    const cookie = [forged, ...browser.cookies().map(({ name, value }) => `${name}=${value}`)].join('; ')
    expect(
      (await browser.post(form.url, { email: amara.email, password: amara.password }, { cookie })).status,
    ).toBe(503)
  })

  test('restarts counting after a successful sign-in', async () => {
    await registerForTokens(createBrowser(server.origin))
    for (let round = 0; round < 3; round += 1) {
      await tryPassword(amara.email, 'three loud words')
      expect((await tryPassword(amara.email, amara.password)).status).toBe(303)
    }
  })

  test('prefills the address that the web app knows', async () => {
    const { text } = await createBrowser(server.origin).authorize({ login_hint: 'a"b@school.example' })
    expect(text).toContain('value="a&quot;b@school.example"')
  })
})

describe('the forms', () => {
  test('only work in the browser that requested them', async () => {
    const form = await createBrowser(server.origin).authorize({ prompt: 'create' })
    const { status, text } = await createBrowser(server.origin).post(form.url, amara)
    expect(status).toBe(400)
    expect(text).toContain('This sign-in page has expired')
  })

  test('are not accepted from another site', async () => {
    const browser = createBrowser(server.origin)
    const form = await browser.authorize({ prompt: 'create' })
    for (const origin of ['https://evil.example', 'null'])
      expect((await browser.post(form.url, amara, { origin })).status).toBe(400)
    expect(
      (await browser.post(form.url, amara, { origin: server.origin })).url.searchParams.get('code'),
    ).toBeTruthy()
  })

  test('name the disk where it takes no new account, and work once it does', async () => {
    const browser = createBrowser(server.origin)
    const form = await browser.authorize({ prompt: 'create' })
    faults.failQuery('insert into identity_account', { sqlState: '53100' })
    const refused = await browser.post(form.url, amara)
    expect(refused.status).toBe(507)
    expect(refused.text).toContain('The disk of this installation takes nothing new')
    expect(server.errors.splice(0)).toHaveLength(1)
    expect((await browser.post(form.url, amara)).url.searchParams.get('code')).toBeTruthy()
  })

  test('cannot be sent twice', async () => {
    const browser = createBrowser(server.origin)
    const form = await browser.authorize({ prompt: 'create' })
    await browser.post(form.url, amara)
    expect((await browser.post(form.url, { ...amara, email: 'other@school.example' })).status).toBe(400)
  })

  test('answer a body that is not a form with a message', async () => {
    const browser = createBrowser(server.origin)
    const form = await browser.authorize()
    const answer = await browser.visit(form.url, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('This sign-in page has expired')
  })
})
