import { decodeJwt } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { amara, createBrowser, registerForTokens, type Visit } from '../testing/browser.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { attemptLimits } from './attempts.ts'

const few = { points: 3, duration: 900 }
const limits = {
  ...attemptLimits,
  askResetByAddressAndEmail: few,
  mailResetByEmail: { points: 2, duration: 900 },
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ limits, sentBy: 'smtp' })
})
beforeEach(async () => {
  await server.database.script(
    'delete from identity_account; delete from identity_attempt; delete from mails; delete from identity_record',
  )
})
afterEach(() => expect(server.errors).toEqual([]))
afterAll(() => server.close())

const newPassword = 'four rather quiet words'
const requestReset = (email: string) => createBrowser(server.origin).post('/identity/forgot', { email })
const resetLink = async (count = 1) => {
  const mails = await server.mailsTo(amara.email, 'identity.reset', count)
  const { link } = mails.at(-1) ?? {}
  if (!link) throw new Error('There is no mail.')
  return link
}
const choose = (link: URL, password = newPassword) => createBrowser(server.origin).post(link, { password })
const withoutAddresses = ({ text }: Visit) => text.replaceAll(/[\w.]+@school\.example/g, 'ADDRESS')

async function signIn(password: string) {
  const browser = createBrowser(server.origin)
  const form = await browser.authorize()
  return browser.post(form.url, { email: amara.email, password })
}

describe('a forgotten password', () => {
  test('gives the same response with or without an account, and sends an email only if there is one', async () => {
    await registerForTokens(createBrowser(server.origin))
    const known = await requestReset(amara.email)
    const unknown = await requestReset('nobody@school.example')
    expect([known.status, unknown.status]).toEqual([200, 200])
    expect(withoutAddresses(unknown)).toBe(withoutAddresses(known))
    expect(known.text).toContain('Check your inbox')
    await resetLink()
    const { rows } = await server.database.query(
      "select 1 from mails where recipient = 'nobody@school.example'",
    )
    expect(rows).toEqual([])
  })

  test('is answered before the account is looked up, so that both cases take equally long', async () => {
    await registerForTokens(createBrowser(server.origin))
    let goOn: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const { send } = server.mailer
    const held = vi.spyOn(server.mailer, 'send').mockImplementation(async (connection, email) => {
      await gate
      return send(connection, email)
    })
    const { status } = await requestReset(amara.email)
    expect(status).toBe(200)
    goOn()
    await resetLink()
    expect(held).toHaveBeenCalledOnce()
    held.mockRestore()
  })

  test('is replaced through the link, which ends every sign-in and confirms the address', async () => {
    const browser = createBrowser(server.origin)
    const { refresh_token } = await registerForTokens(browser)
    await requestReset(` ${amara.email.toUpperCase()} `)
    const link = await resetLink()
    const form = await createBrowser(server.origin).visit(link)
    expect(form.text).toContain(`For ${amara.email}.`)
    expect(form.text).toMatch(/<input id="password"[^>]* autocomplete="new-password"/)
    const done = await choose(link)
    expect(done.text).toContain('Your password has been changed')
    expect((await signIn(amara.password)).status).toBe(422)
    expect((await signIn(newPassword)).url.searchParams.get('code')).toBeTruthy()
    expect((await browser.refresh(refresh_token)).status).toBe(400)
    expect((await browser.authorize()).url.pathname).toMatch(/\/login$/)
    expect((await server.database.query('select email_verified_at from identity_account')).rows).toEqual([
      { email_verified_at: expect.any(Date) },
    ])
    expect((await server.mailsTo(amara.email, 'identity.password-changed'))[0]?.link.pathname).toBe(
      '/identity/forgot',
    )
  })

  test('accepts a link once, even with two simultaneous attempts, and no earlier link', async () => {
    await registerForTokens(createBrowser(server.origin))
    await requestReset(amara.email)
    const first = await resetLink()
    await requestReset(amara.email)
    const second = await resetLink(2)
    expect(second.href).not.toBe(first.href)
    const answers = await Promise.all([choose(second), choose(second, 'five other rather quiet words')])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 410]))
    for (const link of [first, second]) {
      const secondTry = await choose(link)
      expect(secondTry.status).toBe(410)
      expect(secondTry.text).toContain('This link no longer works')
      expect((await createBrowser(server.origin).visit(link)).status).toBe(410)
    }
  })

  test('refuses a link that is half an hour old, made up, or for another purpose', async () => {
    await registerForTokens(createBrowser(server.origin))
    const [verification] = await server.mailsTo(amara.email, 'identity.verify')
    await requestReset(amara.email)
    const link = await resetLink()
    const other = new URL(
      `/identity/reset?token=${verification?.link.searchParams.get('token')}`,
      server.origin,
    )
    const unknown = new URL(`/identity/reset?token=${'x'.repeat(43)}`, server.origin)
    for (const wrong of [other, unknown, new URL('/identity/reset', server.origin)])
      expect((await choose(wrong)).status).toBe(410)
    await server.database.query("update identity_token set expires_at = expires_at - interval '30 minutes'")
    expect((await choose(link)).status).toBe(410)
    expect((await signIn(amara.password)).url.searchParams.get('code')).toBeTruthy()
  })

  test('stores only the hash of a link', async () => {
    await registerForTokens(createBrowser(server.origin))
    await requestReset(amara.email)
    const token = (await resetLink()).searchParams.get('token') ?? ''
    expect(token).toMatch(/^[\w-]{43}$/)
    const { rows } = await server.database.query("select hash from identity_token where purpose = 'reset'")
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('keeps the link valid while the new password breaks the rules', async () => {
    await registerForTokens(createBrowser(server.origin))
    await requestReset(amara.email)
    const link = await resetLink()
    const refused = await choose(link, amara.email)
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Choose a password that is not your email.')
    expect((await choose(link)).status).toBe(200)
  })

  test('does not flood mailboxes: further requests get the same response, but no email', async () => {
    await registerForTokens(createBrowser(server.origin))
    const answers = [
      await requestReset(amara.email),
      await requestReset(amara.email),
      await requestReset(amara.email),
    ]
    expect(new Set(answers.map(withoutAddresses)).size).toBe(1)
    await expect
      .poll(async () => (await server.database.query('select 1 from identity_reset_request')).rows)
      .toEqual([])
    expect(await server.mailsTo(amara.email, 'identity.reset', 2)).toHaveLength(2)
  })

  test('makes a network that asks too often wait, with a message', async () => {
    for (const _ of [1, 2, 3]) await requestReset('nobody@school.example')
    const { status, headers, text } = await requestReset('nobody@school.example')
    expect(status).toBe(503)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(text).toContain('Too many attempts. Your account is safe.')
  })

  test('says what is wrong with the address, and accepts no form from another site', async () => {
    expect((await requestReset('not-an-address')).text).toContain('Enter a complete email address')
    const foreign = await createBrowser(server.origin).post(
      '/identity/forgot',
      { email: amara.email },
      { origin: 'https://evil.example' },
    )
    expect(foreign.status).toBe(400)
    const body = await createBrowser(server.origin).visit('/identity/forgot', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    expect(body.status).toBe(400)
    expect(body.text).toContain('This form was not sent')
  })

  test('is also answered after a crash', async () => {
    await registerForTokens(createBrowser(server.origin))
    await server.database.query("insert into identity_reset_request (email, language) values ($1, 'fr')", [
      amara.email,
    ])
    const restarted = await startTestServer({ database: server.database })
    const [mail] = await restarted.mailsTo(amara.email, 'identity.reset')
    expect(mail?.subject).toBe('Choisir un nouveau mot de passe Penmark')
    expect(mail?.link.searchParams.get('lang')).toBe('fr-FR')
    await restarted.close()
  })

  test("is reset with the administrator's help if no email is sent", async () => {
    const silent = await startTestServer({ database: server.database, sentBy: 'outbox' })
    const { text } = await createBrowser(silent.origin).post('/identity/forgot', { email: amara.email })
    expect(text).toContain('This installation does not send email')
    await silent.close()
  })
})

describe('an e-mail', () => {
  test('is confirmed by a button on the linked page, not by opening the link', async () => {
    const browser = createBrowser(server.origin)
    const first = await registerForTokens(browser)
    expect(decodeJwt(first.id_token).email_verified).toBe(false)
    const [mail] = await server.mailsTo(amara.email, 'identity.verify')
    if (!mail) throw new Error('There is no mail.')
    expect((await createBrowser(server.origin).visit(mail.link)).text).toContain('Confirm address')
    expect((await server.identity.verify(first.access_token)).emailVerified).toBe(false)
    const done = await createBrowser(server.origin).post(mail.link, {})
    expect(done.text).toContain('Your email is confirmed')
    const { access_token } = (await (await browser.refresh(first.refresh_token)).json()) as {
      access_token: string
    }
    expect((await server.identity.verify(access_token)).emailVerified).toBe(true)
    expect((await createBrowser(server.origin).post(mail.link, {})).status).toBe(410)
  })

  test('need not be confirmed to use the product', async () => {
    const { access_token } = await registerForTokens(createBrowser(server.origin))
    await expect(server.identity.verify(access_token)).resolves.toMatchObject({
      email: amara.email,
      emailVerified: false,
    })
  })
})

describe('the mails of identity', () => {
  test('are in the language of the page, and load nothing external', async () => {
    const browser = createBrowser(server.origin)
    const form = await browser.authorize({ prompt: 'create', ui_locales: 'fr' })
    await browser.post(form.url, amara)
    const { rows } = await server.database.query(
      "select subject, html from mails where kind = 'identity.verify'",
    )
    expect(rows[0]?.subject).toBe('Confirmez votre adresse e-mail pour Penmark')
    expect(String(rows[0]?.html)).toContain('<html lang="fr-FR">')
    expect(String(rows[0]?.html)).not.toMatch(/<img|<link|src=|url\(/)
  })
})
