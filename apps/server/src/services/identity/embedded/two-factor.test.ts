import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAuthenticator, recoveryCodesOf } from '../testing/authenticator.ts'
import { amara, type Browser, createBrowser, registerForTokens } from '../testing/browser.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { attemptLimits } from './attempts.ts'

const page = '/identity/account/second-step'
const stepMs = 30_000
const few = { points: 3, duration: 900 }
const limits = {
  ...attemptLimits,
  twoFactorByAccount: few,
  twoFactorByKnownDevice: few,
  twoFactorByAccountInADay: { points: 8, duration: attemptLimits.twoFactorByAccountInADay.duration },
}

/** The clock that codes are checked against; it stands still until a test moves it. */
let now = new Date()
const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
  return now
}

let server: TestServer
/** Another process on the same database. */
let secondServer: TestServer
beforeAll(async () => {
  server = await startTestServer({ limits, now: () => now })
  secondServer = await startTestServer({ limits, database: server.database, now: () => now })
})
beforeEach(async () => {
  await server.database.script(
    'delete from identity_account; delete from identity_attempt; delete from mails; delete from identity_record',
  )
})
afterEach(() => expect(server.errors).toEqual([]))
afterAll(async () => {
  await secondServer.close()
  await server.close()
})

/** A teacher with two-factor on, the app that makes the codes, and the recovery codes. */
async function settle(browser = createBrowser(server.origin)) {
  const tokens = await registerForTokens(browser)
  const setup = await browser.post(page, { action: 'begin', current_password: amara.password })
  const app = createAuthenticator(setup.text)
  const shown = await browser.post(page, { action: 'confirm', code: app.codeAt(now) })
  expect(shown.status).toBe(200)
  // The code that turned it on is used up, so move to the next one.
  later(stepMs)
  return { browser, tokens, app, codes: recoveryCodesOf(shown.text), shown }
}

/** Signs in on another browser, and returns where that leads. */
async function signIn(password = amara.password, at: TestServer = server) {
  const browser = createBrowser(at.origin)
  const form = await browser.authorize()
  const { url } = await browser.post(form.url, { email: amara.email, password })
  return { browser, url }
}
async function giveCode(code: string, at: TestServer = server) {
  const { browser, url } = await signIn(amara.password, at)
  return browser.post(url, { code })
}
async function giveRecoveryCode(code: string) {
  const { browser, url } = await signIn()
  return browser.post(url.href.replace('/code?', '/recovery?'), { code })
}
const isIn = ({ url }: { url: URL }) => url.searchParams.get('code') !== null
const isSignedIn = async (browser: Browser) => (await browser.authorize()).url.pathname === '/'
const rowOf = async () => (await server.database.query('select * from identity_second_step')).rows[0]

describe('setting up two-factor authentication', () => {
  test('asks for the password, shows a QR code and a key, and is on after a correct code', async () => {
    const browser = createBrowser(server.origin)
    await registerForTokens(browser)
    expect((await browser.visit(page)).text).toContain('signing in takes your password and a code')
    const wrong = await browser.post(page, { action: 'begin', current_password: 'three loud words' })
    expect([wrong.status, wrong.text.includes('The current password is incorrect.')]).toEqual([422, true])
    const setup = await browser.post(page, { action: 'begin', current_password: amara.password })
    expect(setup.text).toMatch(/<svg class="qr" viewBox="0 0 \d+ \d+" role="img"/)
    expect(setup.text).not.toMatch(/<script|style="|onclick/)
    const app = createAuthenticator(setup.text)
    expect(app.typed).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
    expect(isIn(await signIn())).toBe(true)
    const refused = await browser.post(page, { action: 'confirm', code: '000000' })
    expect([refused.status, refused.text.includes('The code is incorrect.')]).toEqual([422, true])
    expect(createAuthenticator(refused.text).typed).toBe(app.typed)
    const shown = await browser.post(page, {
      action: 'confirm',
      code: app.codeAt(now).replace(/^.../, '$& '),
    })
    expect(new Set(recoveryCodesOf(shown.text)).size).toBe(10)
    expect(shown.text).toContain('Two-factor authentication is on. All other devices are signed out.')
    expect((await signIn()).url.pathname).toMatch(/\/interaction\/[\w-]+\/code$/)
    const [mail] = await server.mailsTo(amara.email, 'identity.second-step-on')
    expect(mail?.subject).toBe('Two-factor authentication is on for your Penmark account')
  })

  test('shows the recovery codes once, also as a file, and never the key again', async () => {
    const { browser, codes, shown, app } = await settle()
    const file =
      /href="data:text\/plain;charset=utf-8,([^"]+)" download="penmark-recovery-codes.txt"/.exec(
        shown.text,
      )?.[1] ?? ''
    expect(decodeURIComponent(file).split('\n')).toEqual(expect.arrayContaining(codes))
    expect(shown.headers.get('cache-control')).toBe('no-store')
    const after = await browser.visit(page)
    expect(after.text).toContain('You have 10 recovery codes left.')
    for (const secret of [...codes, app.typed]) expect(after.text).not.toContain(secret)
  })

  test('ends all other sign-ins, since they gave no code', async () => {
    const browser = createBrowser(server.origin)
    await registerForTokens(browser)
    const { browser: other } = await signIn()
    const setup = await browser.post(page, { action: 'begin', current_password: amara.password })
    await browser.post(page, { action: 'confirm', code: createAuthenticator(setup.text).codeAt(now) })
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, false])
  })

  test('only works in the sign-in that began it, for 15 minutes, and can be cancelled', async () => {
    const browser = createBrowser(server.origin)
    await registerForTokens(browser)
    const { browser: other } = await signIn()
    const begin = async () =>
      createAuthenticator(
        (await browser.post(page, { action: 'begin', current_password: amara.password })).text,
      )
    const app = await begin()
    expect((await other.visit(page)).text).not.toContain(app.typed)
    await other.post(page, { action: 'confirm', code: app.codeAt(now) })
    expect((await rowOf())?.confirmed_at).toBeNull()
    later(15 * 60_000)
    expect((await browser.visit(page)).text).not.toContain(app.typed)
    await browser.post(page, { action: 'confirm', code: app.codeAt(now) })
    expect((await rowOf())?.confirmed_at).toBeNull()
    await begin()
    expect((await browser.post(page, { action: 'cancel' })).text).toContain(
      'Set up two-factor authentication',
    )
    expect(await rowOf()).toBeUndefined()
  })

  test('requires a confirmed address if email is sent, so that the owner cannot be locked out', async () => {
    const mailing = await startTestServer({ database: server.database, sentBy: 'smtp' })
    const browser = createBrowser(mailing.origin)
    await registerForTokens(browser)
    expect((await browser.visit(page)).text).toContain(`First confirm that ${amara.email} is yours`)
    await browser.post(page, { action: 'begin', current_password: amara.password })
    expect(await rowOf()).toBeUndefined()
    await server.database.query('update identity_account set email_verified_at = now()')
    expect((await browser.visit(page)).text).toContain('Current password')
    await mailing.close()
  })

  test('stores the key encrypted and the recovery codes hashed', async () => {
    const { app, codes } = await settle()
    const { rows } = await server.database.query(
      'select (select jsonb_agg(to_jsonb(s))::text from identity_second_step s) || (select jsonb_agg(to_jsonb(r))::text from identity_recovery_code r) as kept',
    )
    for (const secret of [
      app.typed.replaceAll(' ', ''),
      ...codes,
      ...codes.map((code) => code.replace('-', '')),
    ])
      expect(String(rows[0]?.kept)).not.toContain(secret)
  })
})

describe('signing in with two-factor authentication', () => {
  test("accepts the password and the app's code, in any spacing", async () => {
    const { app } = await settle()
    const { browser, url } = await signIn()
    const form = await browser.visit(url)
    expect(form.text).toMatch(
      /<input id="code"[^>]* autocomplete="one-time-code" required inputmode="numeric"[^>]* autofocus>/,
    )
    expect(isIn(form)).toBe(false)
    const code = app.codeAt(now)
    expect(isIn(await browser.post(url, { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` }))).toBe(true)
  })

  test('never asks for a code before the password is correct', async () => {
    const { app } = await settle()
    const browser = createBrowser(server.origin)
    const form = await browser.authorize()
    const early = await browser.post(form.url.href.replace('/login', '/code'), { code: app.codeAt(now) })
    expect([isIn(early), early.url.pathname.endsWith('/login')]).toEqual([false, true])
    const { url } = await browser.post(form.url, { email: amara.email, password: 'three loud words' })
    expect(url.pathname).toMatch(/\/login$/)
  })

  test("rejects another user's code, and a half-finished sign-in of another browser", async () => {
    const { app } = await settle()
    const { url } = await signIn()
    const stranger = createBrowser(server.origin)
    await stranger.authorize()
    expect((await stranger.post(url, { code: app.codeAt(now) })).status).toBe(400)
  })

  test.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('accepts a phone whose clock is %i steps off: %s', async (steps, expected) => {
    const { app } = await settle()
    later(5 * stepMs)
    expect(isIn(await giveCode(app.codeAt(new Date(now.getTime() + steps * stepMs))))).toBe(expected)
  })

  test('accepts a code once, even with simultaneous attempts and in another process', async () => {
    const { app } = await settle()
    const code = app.codeAt(now)
    const signIns = await Promise.all([signIn(), signIn(), signIn(amara.password, secondServer)])
    const answers = await Promise.all(signIns.map(({ browser, url }) => browser.post(url, { code })))
    expect(answers.filter(isIn)).toHaveLength(1)
    const again = await giveCode(code, secondServer)
    expect([again.status, again.text.includes('has already been used')]).toEqual([422, true])
    // A code older than the newest accepted one is refused too.
    expect(isIn(await giveCode(app.codeAt(new Date(now.getTime() - stepMs))))).toBe(false)
  })

  test('accepts a recovery code once instead, however it is typed, and notifies the owner', async () => {
    const { codes } = await settle()
    const [first = '', second = ''] = codes
    expect(isIn(await giveRecoveryCode(first.toUpperCase().replace('-', ' ')))).toBe(true)
    const [mail] = await server.mailsTo(amara.email, 'identity.recovery-code-used')
    expect(mail?.text).toContain('9 codes are left')
    expect((await giveRecoveryCode(first)).status).toBe(422)
    const signIns = await Promise.all([signIn(), signIn()])
    const answers = await Promise.all(
      signIns.map(({ browser, url }) =>
        browser.post(url.href.replace('/code?', '/recovery?'), { code: second }),
      ),
    )
    expect(answers.filter(isIn)).toHaveLength(1)
  })

  test('is still required after the password was changed, also by email', async () => {
    const { browser, app } = await settle()
    // An address that nobody has confirmed passes to whoever reads its mail, without the second factor of a
    // stranger.
    await server.database.query('update identity_account set email_verified_at = now()')
    await browser.post('/identity/forgot', { email: amara.email })
    const [mail] = await server.mailsTo(amara.email, 'identity.reset')
    const password = 'four rather quiet words'
    await createBrowser(server.origin).post(mail?.link ?? '', { password })
    const { browser: other, url } = await signIn(password)
    expect(url.pathname).toMatch(/\/code$/)
    expect(isIn(await other.post(url, { code: app.codeAt(now) }))).toBe(true)
  })

  test('stops if the password was changed between the two steps', async () => {
    const { browser, app } = await settle()
    const unfinished = await signIn()
    await browser.post('/identity/account/password', {
      current_password: amara.password,
      password: 'four rather quiet words',
    })
    const answer = await unfinished.browser.post(unfinished.url, { code: app.codeAt(now) })
    expect([isIn(answer), answer.url.pathname.endsWith('/login')]).toEqual([false, true])
  })

  test('gives the same message for every wrong code', async () => {
    const { app } = await settle()
    const used = app.codeAt(now)
    await giveCode(used)
    const withoutValues = ({ status, text }: { status: number; text: string }) => [
      status,
      text.replace(/interaction\/[\w-]+/g, ''),
    ]
    const [one, other] = [await giveCode(used), await giveCode('000000')]
    expect(withoutValues(one)).toEqual(withoutValues(other))
    expect(one.text).not.toContain(used)
  })
})

describe('guessing codes', () => {
  const { points } = few

  test('imposes a delay, even for the right code, and notifies the owner once', async () => {
    const { app } = await settle()
    for (let tried = 0; tried < points; tried += 1) expect((await giveCode('000000')).status).toBe(422)
    const refused = await giveCode(app.codeAt(now))
    expect([refused.status, refused.text.includes('Wait 15 minutes')]).toEqual([503, true])
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900)
    expect((await giveRecoveryCode('aaaaa-aaaaa')).status).toBe(503)
    const [mail] = await server.mailsTo(amara.email, 'identity.codes-guessed')
    expect(mail?.subject).toContain('Someone knows the password')
    expect(
      (await server.database.query("select 1 from mails where kind = 'identity.codes-guessed'")).rows,
    ).toHaveLength(1)
  })

  test('is blocked for a day after too many attempts, however slow', async () => {
    await settle()
    const most = limits.twoFactorByAccountInADay.points
    for (let tried = 0; tried < most; tried += 1) {
      expect((await giveCode('000000')).status).toBe(422)
      await server.database.query("delete from identity_attempt where key like 'twoFactorByAccount:%'")
    }
    const refused = await giveCode('000000')
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 60 * 60)
  })

  test('never blocks a browser that gave a code before', async () => {
    const { app } = await settle()
    const { browser, url } = await signIn()
    expect(isIn(await browser.post(url, { code: app.codeAt(now) }))).toBe(true)
    for (let tried = 0; tried <= points; tried += 1) await giveCode('000000')
    later(stepMs)
    const form = await browser.authorize({ prompt: 'login' })
    const second = await browser.post(form.url, { email: amara.email, password: amara.password })
    expect(isIn(await browser.post(second.url, { code: app.codeAt(now) }))).toBe(true)
  })

  test('is not possible without the password', async () => {
    const { app } = await settle()
    for (let tried = 0; tried <= points; tried += 1) {
      const { browser, url } = await signIn('three loud words')
      await browser.post(url.href.replace('/login', '/code'), { code: '000000' })
    }
    await server.database.query("delete from identity_attempt where key like 'signIn%'")
    expect(isIn(await giveCode(app.codeAt(now)))).toBe(true)
  })
})

describe('changing two-factor authentication', () => {
  test('gives new recovery codes for the password and a code, and invalidates the old ones', async () => {
    const { browser, app, codes } = await settle()
    const ask = (fields: Record<string, string>) => browser.post(page, { action: 'renew', ...fields })
    const code = app.codeAt(now)
    expect((await ask({ current_password: 'three loud words', code })).text).toContain(
      'The current password is incorrect.',
    )
    expect((await ask({ current_password: amara.password, code: '000000' })).text).toContain(
      'Nothing was changed.',
    )
    const renewed = await ask({ current_password: amara.password, code })
    const fresh = recoveryCodesOf(renewed.text)
    expect(fresh.filter((each) => codes.includes(each))).toEqual([])
    expect((await giveRecoveryCode(codes[0] ?? '')).status).toBe(422)
    expect(isIn(await giveRecoveryCode(fresh[0] ?? ''))).toBe(true)
  })

  test.each(['a code of the app', 'a recovery code'])(
    'turns it off for the password and %s, and notifies the owner',
    async (kind) => {
      const { browser, app, codes } = await settle()
      const code = kind === 'a recovery code' ? (codes[0] ?? '') : app.codeAt(now)
      expect((await browser.post(page, { action: 'off', code })).status).toBe(422)
      const off = await browser.post(page, { action: 'off', current_password: amara.password, code })
      expect(off.text).toContain('Two-factor authentication is off.')
      expect(isIn(await signIn())).toBe(true)
      await server.mailsTo(amara.email, 'identity.second-step-off')
      expect((await server.database.query('select 1 from identity_recovery_code')).rows).toEqual([])
    },
  )

  test('delays guesses of a code there too', async () => {
    const { browser, app } = await settle()
    const ask = (code: string) =>
      browser.post(page, { action: 'off', current_password: amara.password, code })
    for (let tried = 0; tried < few.points; tried += 1) expect((await ask('000000')).status).toBe(422)
    expect((await ask(app.codeAt(now))).status).toBe(503)
  })
})

describe('an administrator', () => {
  test('turns it off only for a user who lost their phone, who is notified', async () => {
    await settle()
    const id = String((await rowOf())?.account_id)
    const { twoFactorControl: control } = server.identity
    const remove = (subject: string) =>
      server.database.transaction(async (connection) => control?.remove(connection, subject))
    expect(await control?.switchedOn(server.database, [id, 'kp_from_another_provider'])).toEqual(
      new Set([id]),
    )
    expect([await remove('kp_from_another_provider'), await remove(id), await remove(id)]).toEqual([
      false,
      true,
      false,
    ])
    expect(isIn(await signIn())).toBe(true)
    const [mail] = await server.mailsTo(amara.email, 'identity.second-step-removed')
    expect(mail?.text).toContain('contact your administrator')
  })
})

describe('a lost FILES_KEY', () => {
  test("disables the app's codes but not the recovery codes, which turn it off", async () => {
    const sealed = await startTestServer({
      limits,
      database: server.database,
      now: () => now,
      sealingKeys: [Buffer.alloc(32, 7)],
    })
    const { app, codes } = await settle(createBrowser(sealed.origin))
    await sealed.close()
    const refused = await giveCode(app.codeAt(now))
    expect([refused.status, refused.text.includes('Sign-in does not work at the moment')]).toEqual([
      500,
      true,
    ])
    expect(String(server.errors.splice(0))).toContain('FILES_KEY does not name')
    const { browser, url } = await signIn()
    expect(isIn(await browser.post(url.href.replace('/code?', '/recovery?'), { code: codes[0] ?? '' }))).toBe(
      true,
    )
    const off = await browser.post(page, {
      action: 'off',
      current_password: amara.password,
      code: codes[1] ?? '',
    })
    expect(off.text).toContain('Two-factor authentication is off.')
    expect(isIn(await signIn())).toBe(true)
  })
})

describe('stored two-factor data', () => {
  test('appears only as on or off in an export, and is gone once the account is erased', async () => {
    const { app, codes } = await settle()
    const id = String((await rowOf())?.account_id)
    const description = await server.identity.describeAccount(id)
    expect(description).toMatchObject({ second_step_since: expect.any(String) })
    for (const secret of [...codes, app.typed, 'secret'])
      expect(JSON.stringify(description)).not.toContain(secret)
    const counts = await server.database.transaction((connection) => server.identity.erase(connection, id))
    expect(counts).toMatchObject({ recovery_codes: 10, second_steps: 1 })
    expect(await rowOf()).toBeUndefined()
  })

  test('speaks French where the page does', async () => {
    const browser = createBrowser(server.origin)
    await registerForTokens(browser)
    expect((await browser.visit(`${page}?lang=fr-FR`)).text).toContain(
      'Configurer la double authentification',
    )
  })
})
