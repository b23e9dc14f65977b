import { decodeJwt } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { amara, type Browser, createBrowser, readTokens, type Visit } from '../testing/browser.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { attemptLimits } from './attempts.ts'
import { sweepRegistrations } from './registrations.ts'

const limits = { ...attemptLimits, mailRegistrationByEmail: { points: 2, duration: 900 } }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ limits, sentBy: 'smtp', confirmsRegistrations: true })
})
beforeEach(async () => {
  await server.database.script(
    'delete from identity_account; delete from identity_attempt; delete from mails; delete from identity_record; delete from identity_registration',
  )
})
afterEach(() => {
  expect(server.errors).toEqual([])
  vi.restoreAllMocks()
})
afterAll(() => server.close())

const verifier = 'a'.repeat(43)
async function register(browser: Browser, account = amara): Promise<Visit> {
  const form = await browser.authorize({ prompt: 'create' }, verifier)
  return browser.post(form.url, account)
}
const linkTo = async (email = amara.email) => {
  const link = (await server.mailsTo(email, 'identity.register')).at(-1)?.link
  if (!link) throw new Error('There is no mail.')
  return link
}
/** The page's text without the address and the interaction's id. */
const withoutAddresses = ({ text }: Visit) =>
  text.replaceAll(/[\w.]+@school\.example/g, 'ADDRESS').replaceAll(/interaction\/[\w-]+/g, 'interaction/ID')
const accounts = async () =>
  (await server.database.query('select email, email_verified_at is not null as proved from identity_account'))
    .rows

async function registerAndConfirm(browser = createBrowser(server.origin)) {
  await register(browser)
  return browser.post(await linkTo(), {})
}

describe('a registration where emails are delivered', () => {
  test('continues from the link into the product, with the address confirmed', async () => {
    const browser = createBrowser(server.origin)
    const response = await register(browser)
    expect([response.status, response.text.includes('Check your inbox')]).toEqual([200, true])
    expect(await accounts()).toEqual([])
    const link = await linkTo()
    expect((await browser.visit(link)).text).toContain('Finish creating your account')
    expect(await accounts()).toEqual([])
    const { url } = await browser.post(link, {})
    const tokens = await readTokens(await browser.exchange(url.searchParams.get('code') ?? '', verifier))
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      email: amara.email,
      email_verified: true,
      given_name: amara.given_name,
    })
    expect(await accounts()).toEqual([{ email: amara.email, proved: true }])
  })

  test('gives the same response with or without an account, and only notifies its owner', async () => {
    await registerAndConfirm()
    const known = await register(createBrowser(server.origin), {
      ...amara,
      email: ' AMARA@School.example',
      password: 'three other words',
    })
    const unknown = await register(createBrowser(server.origin), { ...amara, email: 'nobody@school.example' })
    expect([known.status, withoutAddresses(known)]).toEqual([unknown.status, withoutAddresses(unknown)])
    const [mail] = await server.mailsTo(amara.email, 'identity.already-registered')
    expect(mail?.text).toContain('you already have one')
    expect(mail?.link.pathname).toBe('/identity/forgot')
    await linkTo('nobody@school.example')
    expect(await accounts()).toEqual([{ email: amara.email, proved: true }])
    const form = await createBrowser(server.origin).authorize()
    expect(
      (
        await createBrowser(server.origin).post(form.url, {
          email: amara.email,
          password: 'three other words',
        })
      ).status,
    ).toBe(400)
  })

  test('is answered before the account is looked up, so that both cases take equally long', async () => {
    await registerAndConfirm()
    let goOn: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const { send } = server.mailer
    const held = vi.spyOn(server.mailer, 'send').mockImplementation(async (connection, email) => {
      await gate
      return send(connection, email)
    })
    const { status } = await register(createBrowser(server.origin))
    expect(status).toBe(200)
    goOn()
    await server.mailsTo(amara.email, 'identity.already-registered')
    expect(held).toHaveBeenCalledOnce()
  })

  test('also creates the account in another browser, which then signs in separately', async () => {
    await register(createBrowser(server.origin))
    const otherBrowser = createBrowser(server.origin)
    const done = await otherBrowser.post(await linkTo(), {})
    expect([done.status, done.text.includes('Your account is ready')]).toEqual([200, true])
    expect(otherBrowser.cookies().some(({ name }) => name === '_session')).toBe(false)
    const form = await otherBrowser.authorize()
    const { url } = await otherBrowser.post(form.url, { email: amara.email, password: amara.password })
    expect(url.searchParams.get('code')).toBeTruthy()
  })

  test('does not sign in someone who started it but did not follow the link', async () => {
    const beginner = createBrowser(server.origin)
    const response = await register(beginner)
    const uid = /interaction\/([\w-]+)/.exec(response.text)?.[1] ?? ''
    await createBrowser(server.origin).post(await linkTo(), {})
    for (const entry of ['', 'guessed']) {
      const response = await beginner.visit(`/interaction/${uid}/confirmed?entry=${entry}`)
      expect([response.status, response.url.searchParams.get('code')]).toEqual([200, null])
    }
  })

  test('works once, within a day, and not if the address was taken since', async () => {
    await register(createBrowser(server.origin))
    await register(createBrowser(server.origin))
    await server.mailsTo(amara.email, 'identity.register', 2)
    const [first, second] = (await server.mailsTo(amara.email, 'identity.register')).map(({ link }) => link)
    if (!first || !second) throw new Error('There are not two mails.')
    await createBrowser(server.origin).post(first, {})
    for (const link of [first, second])
      expect((await createBrowser(server.origin).post(link, {})).status).toBe(410)
    expect(await accounts()).toHaveLength(1)

    await register(createBrowser(server.origin), { ...amara, email: 'late@school.example' })
    const late = await linkTo('late@school.example')
    await server.database.query(
      "update identity_registration set created_at = created_at - interval '25 hours'",
    )
    expect((await createBrowser(server.origin).visit(late)).status).toBe(410)
    await sweepRegistrations(server.database, new Date())
    expect((await server.database.query('select 1 from identity_registration')).rows).toEqual([])
  })

  test('does not flood mailboxes', async () => {
    for (let nth = 0; nth < 4; nth += 1)
      expect((await register(createBrowser(server.origin))).status).toBe(200)
    await expect
      .poll(
        async () =>
          (await server.database.query('select 1 from identity_registration where token_hash is null')).rows,
      )
      .toEqual([])
    expect(await server.mailsTo(amara.email, 'identity.register')).toHaveLength(2)
  })
})
