import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { amara, type Browser, createBrowser, registerForTokens, type Visit } from '../testing/browser.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { attemptLimits } from './attempts.ts'
import { deviceName } from './known-device.ts'

const few = { points: 3, duration: 900 }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    limits: { ...attemptLimits, changePassword: few, mailVerification: few, mailChange: few },
  })
})
beforeEach(async () => {
  await server.database.script(
    'delete from identity_account; delete from identity_attempt; delete from mails; delete from identity_record',
  )
})
afterEach(() => expect(server.errors).toEqual([]))
afterAll(() => server.close())

const newPassword = 'four rather quiet words'
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0'
const change = (browser: Browser, fields: Record<string, string>) =>
  browser.post('/identity/account/password', fields)

/** Signs in on another browser with this user agent. */
async function signInElsewhere(userAgent = firefox) {
  const browser = createBrowser(server.origin, userAgent)
  const form = await browser.authorize()
  await browser.post(form.url, { email: amara.email, password: amara.password })
  return browser
}
const isSignedIn = async (browser: Browser) => (await browser.authorize()).url.pathname === '/'
const devices = async (browser: Browser, count: number) => {
  await expect
    .poll(async () => (await server.database.query('select 1 from identity_device')).rows.length)
    .toBe(count)
  return browser.visit('/identity/account/devices')
}

describe('the pages about an account', () => {
  test.each(['password', 'devices', 'email'])(
    'ask for a sign-in first, and come back to %s',
    async (page) => {
      await registerForTokens(createBrowser(server.origin))
      const browser = createBrowser(server.origin)
      const form = await browser.visit(`/identity/account/${page}?lang=fr-FR`)
      expect(form.url.pathname).toMatch(/^\/interaction\/.*\/login$/)
      expect(form.text).toContain('<html lang="fr-FR">')
      const { url, status } = await browser.post(form.url, { email: amara.email, password: amara.password })
      expect([status, url.pathname, url.search]).toEqual([200, `/identity/account/${page}`, '?lang=fr-FR'])
    },
  )

  test('accept no form from another site, or without being signed in', async () => {
    const browser = createBrowser(server.origin)
    await registerForTokens(browser)
    const fields = { current_password: amara.password, password: newPassword }
    const foreign = await browser.post('/identity/account/password', fields, {
      origin: 'https://evil.example',
    })
    expect(foreign.status).toBe(400)
    expect((await change(createBrowser(server.origin), fields)).url.pathname).toMatch(/\/login$/)
    expect(await isSignedIn(await signInElsewhere())).toBe(true)
  })
})

describe('changing the password', () => {
  test('asks for the current one, ends all other sign-ins and notifies the owner', async () => {
    const browser = createBrowser(server.origin)
    const { refresh_token } = await registerForTokens(browser)
    const other = await signInElsewhere()
    const done = await change(browser, { current_password: amara.password, password: newPassword })
    expect(done.url.search).toBe('?lang=en-GB&done=changed')
    expect(done.text).toContain('Your password has been changed. All other devices are signed out.')
    expect(await isSignedIn(browser)).toBe(true)
    expect((await browser.refresh(refresh_token)).status).toBe(200)
    expect(await isSignedIn(other)).toBe(false)
    await server.mailsTo(amara.email, 'identity.password-changed')
  })

  test('changes nothing for a wrong current one, and slows down guessing', async () => {
    const browser = createBrowser(server.origin)
    await registerForTokens(browser)
    for (const _ of [1, 2, 3]) {
      const refused = await change(browser, { current_password: 'three loud words', password: newPassword })
      expect(refused.status).toBe(422)
      expect(refused.text).toContain('The current password is incorrect. Nothing was changed.')
      expect(refused.text).not.toContain(newPassword)
    }
    expect((await change(browser, { current_password: amara.password, password: newPassword })).status).toBe(
      503,
    )
    expect(await isSignedIn(await signInElsewhere())).toBe(true)
  })

  test('keeps to the rules for passwords', async () => {
    const browser = createBrowser(server.origin)
    await registerForTokens(browser)
    const { status, text } = await change(browser, { current_password: '', password: 'short' })
    expect(status).toBe(422)
    expect(text).toContain('<a href="#current_password">Enter your current password.</a>')
    expect(text).toContain('Choose a password of at least 10 characters.')
  })

  test('invalidates an earlier reset link', async () => {
    const browser = createBrowser(server.origin)
    await registerForTokens(browser)
    await browser.post('/identity/forgot', { email: amara.email })
    const [mail] = await server.mailsTo(amara.email, 'identity.reset')
    await change(browser, { current_password: amara.password, password: newPassword })
    expect((await browser.visit(mail?.link ?? '')).status).toBe(410)
  })
})

describe('the devices of an account', () => {
  test('are listed recognisably, this one first', async () => {
    const browser = createBrowser(server.origin)
    await registerForTokens(browser)
    await signInElsewhere()
    const { text } = await devices(browser, 2)
    expect(text).toContain('This device')
    expect(text).toContain('Firefox, Windows')
    expect(text).toMatch(/Last used (just now|\d+ minutes? ago)/)
  })

  test('can be signed out one by one, with their refresh tokens', async () => {
    const browser = createBrowser(server.origin)
    await registerForTokens(browser)
    const [laptop, phone] = [
      await signInElsewhere(),
      await signInElsewhere('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1'),
    ]
    const { text } = await devices(browser, 3)
    const session =
      /name="session" value="([^"]+)"><button[^>]*aria-label="Sign out Safari, iPhone/.exec(text)?.[1] ?? ''
    const after = await browser.post('/identity/account/devices', { session })
    expect(after.text).toContain('The device has been signed out.')
    expect([await isSignedIn(phone), await isSignedIn(laptop), await isSignedIn(browser)]).toEqual([
      false,
      true,
      true,
    ])
  })

  test('can all be signed out but this one', async () => {
    const browser = createBrowser(server.origin)
    await registerForTokens(browser)
    const others = [await signInElsewhere(), await signInElsewhere()]
    const after = await browser.post('/identity/account/devices', {})
    expect(after.text).toContain('All other devices have been signed out.')
    expect(after.text).toContain('You are signed in on this device only.')
    for (const other of others) expect(await isSignedIn(other)).toBe(false)
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('of someone else cannot be signed out, whatever the form says', async () => {
    const browser = createBrowser(server.origin)
    await registerForTokens(browser)
    const stranger = createBrowser(server.origin)
    await registerForTokens(stranger, { ...amara, email: 'bo@school.example' })
    const { rows } = await server.database.query("select uid from identity_record where model = 'Session'")
    for (const { uid } of rows) await stranger.post('/identity/account/devices', { session: String(uid) })
    expect(await isSignedIn(browser)).toBe(true)
  })
})

describe('the name of a device', () => {
  test.each([
    [firefox, 'Firefox, Windows'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari, Mac',
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      'Chrome, ChromeOS',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
      'Edge, Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
      'Chrome, Android',
    ],
    ['curl/8.0', ''],
    [undefined, ''],
  ])('of %j is %j', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name)
  })
})

describe('the e-mail page', () => {
  test('sends the email again, a few times', async () => {
    const browser = createBrowser(server.origin)
    await registerForTokens(browser)
    const page = await browser.visit('/identity/account/email')
    expect(page.text).toContain('is not confirmed yet. You can use everything')
    for (const _ of [1, 2, 3])
      expect((await browser.post('/identity/account/email', {})).text).toContain('The email is in the outbox')
    expect((await browser.post('/identity/account/email', {})).status).toBe(503)
    expect(await server.mailsTo(amara.email, 'identity.verify', 4)).toHaveLength(4)
  })

  test('says that there is nothing to do', async () => {
    const browser = createBrowser(server.origin)
    await registerForTokens(browser)
    await server.database.query('update identity_account set email_verified_at = now()')
    expect((await browser.visit('/identity/account/email')).text).toContain(
      'is confirmed. Links to reset your password are sent there.',
    )
  })
})

describe('changing the e-mail', () => {
  const newEmail = 'amara.okafor@college.example'
  const requestChange = (browser: Browser, fields: Record<string, string> = {}) =>
    browser.post('/identity/account/email', {
      action: 'change',
      email: newEmail,
      current_password: amara.password,
      ...fields,
    })
  const linkTo = async (email = newEmail) => {
    const link = (await server.mailsTo(email, 'identity.change-email')).at(-1)?.link
    if (!link) throw new Error('There is no mail.')
    return link
  }
  const emails = async () =>
    (
      await server.database.query(
        'select email, email_verified_at is not null as proved from identity_account',
      )
    ).rows
  const signIn = async (email: string) => {
    const browser = createBrowser(server.origin)
    const form = await browser.authorize()
    return (
      (await browser.post(form.url, { email, password: amara.password })).url.searchParams.get('code') !==
      null
    )
  }

  test('waits for a confirmation from the new address, and notifies the old one before and after', async () => {
    const browser = createBrowser(server.origin)
    const { refresh_token } = await registerForTokens(browser)
    const response = await requestChange(browser, { email: ` ${newEmail.toUpperCase()} ` })
    expect(response.url.search).toBe('?lang=en-GB&done=change-sent')
    expect(response.text).toContain(`A link for ${newEmail} is in the outbox`)
    await server.mailsTo(amara.email, 'identity.change-asked')
    const link = await linkTo()
    const page = await createBrowser(server.origin).visit(link)
    expect(page.text).toContain(`${newEmail} will become the email of your account.`)
    expect(page.text).not.toContain(amara.email)
    expect(await emails()).toEqual([{ email: amara.email, proved: false }])
    const done = await createBrowser(server.origin).post(link, {})
    expect(done.text).toContain(`Sign in with ${newEmail} from now on.`)
    expect(await emails()).toEqual([{ email: newEmail, proved: true }])
    expect((await server.mailsTo(amara.email, 'identity.email-changed'))[0]?.link.pathname).toBe('/support')
    const { access_token } = (await (await browser.refresh(refresh_token)).json()) as { access_token: string }
    expect(await server.identity.verify(access_token)).toMatchObject({ email: newEmail, emailVerified: true })
    expect([await signIn(amara.email), await signIn(newEmail)]).toEqual([false, true])
    expect((await createBrowser(server.origin).post(link, {})).status).toBe(410)
    expect((await createBrowser(server.origin).visit(link)).status).toBe(410)
  })

  test('asks for the current password and a complete, other address, and keeps what was typed', async () => {
    const browser = createBrowser(server.origin)
    await registerForTokens(browser)
    const refused = [
      await requestChange(browser, { current_password: '' }),
      await requestChange(browser, { current_password: 'three loud words' }),
      await requestChange(browser, { email: 'nobody' }),
      await requestChange(browser, { email: amara.email }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422])
    for (const [nth, text] of [
      'Enter your current password.',
      'The current password is incorrect.',
      'Enter a complete email address',
      'This is already the email of your account.',
    ].entries()) {
      expect(refused[nth]?.text).toContain(text)
    }
    expect(refused[1]?.text).toContain(`value="${newEmail}"`)
    expect(refused[1]?.text).not.toContain('three loud words')
    expect(
      (await server.database.query("select 1 from mails where kind like 'identity.change%'")).rows,
    ).toEqual([])
  })

  test('never assigns or reveals an address that another account uses', async () => {
    const browser = createBrowser(server.origin)
    await registerForTokens(browser)
    await registerForTokens(createBrowser(server.origin), { ...amara, email: 'bo@school.example' })
    const withoutAddresses = ({ text }: Visit) =>
      text.replaceAll(/[\w.]+@(school|college)\.example/g, 'ADDRESS')
    const taken = await requestChange(browser, { email: 'bo@school.example' })
    const free = await requestChange(browser, { email: 'nobody@school.example' })
    expect([taken.status, withoutAddresses(taken)]).toEqual([free.status, withoutAddresses(free)])
    await server.mailsTo('bo@school.example', 'identity.already-registered')
    expect(
      (
        await server.database.query(
          "select 1 from mails where recipient = 'bo@school.example' and kind like '%change%'",
        )
      ).rows,
    ).toEqual([])
    await requestChange(browser)
    await registerForTokens(createBrowser(server.origin), { ...amara, email: newEmail })
    const late = await createBrowser(server.origin).post(await linkTo(), {})
    expect([late.status, late.text.includes('your account keeps its email')]).toEqual([409, true])
    expect(new Set((await emails()).map(({ email }) => email))).toEqual(
      new Set([amara.email, newEmail, 'bo@school.example']),
    )
  })

  test('is cancelled by a new password, or a request for yet another address', async () => {
    const browser = createBrowser(server.origin)
    await registerForTokens(browser)
    await requestChange(browser)
    const first = await linkTo()
    await requestChange(browser, { email: 'other@college.example' })
    expect((await createBrowser(server.origin).post(first, {})).status).toBe(410)
    await change(browser, { current_password: amara.password, password: newPassword })
    expect((await createBrowser(server.origin).post(await linkTo('other@college.example'), {})).status).toBe(
      410,
    )
    expect(await emails()).toEqual([{ email: amara.email, proved: false }])
  })

  test('does not flood a stranger’s mailbox', async () => {
    const browser = createBrowser(server.origin)
    await registerForTokens(browser)
    for (const _ of [1, 2, 3]) {
      await server.database.query("delete from identity_attempt where key like 'changePassword%'")
      expect((await requestChange(browser)).status).toBe(200)
    }
    await server.database.query("delete from identity_attempt where key like 'changePassword%'")
    const refused = await requestChange(browser)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true])
  })

  test('asks users without a password to choose one first', async () => {
    const browser = createBrowser(server.origin)
    await registerForTokens(browser)
    await server.database.query('update identity_account set password_hash = null')
    const { text } = await browser.visit('/identity/account/email')
    expect(text).toContain('You sign in through another provider. To use another email here')
    expect(text).not.toContain('name="current_password"')
    expect((await requestChange(browser)).status).toBe(422)
  })
})
