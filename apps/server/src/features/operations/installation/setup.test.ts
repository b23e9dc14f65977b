import {
  type AuditEntry,
  type SetupChecks,
  type SetupStanding,
  type SetupState,
  TestEmail,
} from '@penmark/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { deliverEmails } from '../../../testing/emails.ts'
import { startTestApp, type TestApp, type TestAppOptions } from '../../../testing/test-app.ts'
import { setupNotice } from './setup.ts'

const publicUrl = 'https://penmark.school.example'
const opened: TestApp[] = []
afterEach(async () => {
  for (const testApp of opened.splice(0)) await testApp.close()
})

async function start(options: TestAppOptions = {}) {
  const testApp = await startTestApp({ works: false, ...options })
  opened.push(testApp)
  const { needsSetupCode = false } = options
  const welcome = () => setupNotice({ database: testApp.database, needsSetupCode }, publicUrl)
  const state = async () => (await testApp.caller(null).call('GET', '/setup')).body as SetupState
  return { testApp, welcome, state }
}

const codeIn = (text: string | null) => /see: (\S+)$/.exec(text ?? '')?.[1] ?? ''

describe('an installation that only this machine reaches', () => {
  test('makes its first account the administrator, without a code', async () => {
    const { testApp, welcome, state } = await start()
    expect(await welcome()).toBe(
      'Nobody administers this installation yet. Set it up at https://penmark.school.example/welcome',
    )
    expect(await state()).toEqual({ is_open: true, needs_code: false, can_restore: true })
    const ana = await testApp.teacher('ana')
    expect((await ana.call('GET', '/setup/standing')).body).toEqual({
      is_administrator: true,
      needs_two_factor: false,
      can_claim: false,
    })
    expect(await state()).toEqual({ is_open: false, needs_code: false, can_restore: true })
    expect(await welcome()).toBeNull()
    const bo = await testApp.teacher('bo')
    expect((await bo.call('GET', '/setup/standing')).body).toMatchObject({
      is_administrator: false,
      can_claim: false,
    })
    expect((await bo.call('POST', '/setup/claim', { code: 'anything' })).status).toBe(409)
  })
})

describe('an installation that others reach', () => {
  test('makes an account an administrator only with the code from the console', async () => {
    const { testApp, welcome, state } = await start({ needsSetupCode: true })
    const code = codeIn(await welcome())
    expect(code).toMatch(/^(\w{4}-){3}\w{4}$/)
    const stranger = await testApp.teacher('stranger')
    const standing = (await stranger.call('GET', '/setup/standing')).body as SetupStanding
    expect(standing).toEqual({ is_administrator: false, needs_two_factor: false, can_claim: true })
    expect((await stranger.call('GET', '/admin/setup')).status).toBe(403)
    for (const wrong of ['ABCD-EFGH-JKMN-PQRS', code.slice(0, -1), `${code}2`])
      expect(await stranger.call('POST', '/setup/claim', { code: wrong })).toMatchObject({
        status: 403,
        body: { code: 'not_allowed' },
      })
    expect((await stranger.call('POST', '/setup/claim', { code: ' ' })).status).toBe(422)
    expect(await state()).toEqual({ is_open: true, needs_code: true, can_restore: true })
  })

  test('gives the role once, to the account that enters it, and records that', async () => {
    const { testApp, welcome, state } = await start({ needsSetupCode: true })
    const code = codeIn(await welcome())
    // A restart, or another process, prints the same code.
    expect(codeIn(await welcome())).toBe(code)
    await (await testApp.teacher('early')).call('GET', '/setup/standing')
    const ana = await testApp.teacher('ana')
    // However it was copied.
    const claimed = await ana.call('POST', '/setup/claim', {
      code: ` ${code.toLowerCase().replaceAll('-', ' ')} `,
    })
    expect(claimed).toMatchObject({ status: 200, body: { is_administrator: true, can_claim: false } })
    expect((await ana.call('GET', '/admin/setup')).status).toBe(200)
    expect(
      ((await ana.call('GET', '/admin/audit')).body as AuditEntry[]).map(({ action }) => action),
    ).toEqual(['setup.claim'])
    expect((await (await testApp.teacher('bo')).call('POST', '/setup/claim', { code })).status).toBe(409)
    expect(await state()).toEqual({ is_open: false, needs_code: true, can_restore: true })
    expect(await welcome()).toBeNull()
  })

  test('gives the role to one of two who enter the code at the same moment', async () => {
    const { testApp, welcome } = await start({ needsSetupCode: true })
    const code = codeIn(await welcome())
    const two = [await testApp.teacher('ana'), await testApp.teacher('bo')]
    for (const teacher of two) await teacher.call('GET', '/setup/standing')
    const answers = await Promise.all(two.map((teacher) => teacher.call('POST', '/setup/claim', { code })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })

  test('needs no code for an address of ADMIN_EMAILS', async () => {
    const { testApp, welcome, state } = await start({
      needsSetupCode: true,
      adminEmails: ['head@school.example'],
    })
    const code = codeIn(await welcome())
    const head = await testApp.teacher('head', { email: 'head@school.example', emailVerified: true })
    expect((await head.call('GET', '/setup/standing')).body).toMatchObject({
      is_administrator: true,
      can_claim: false,
    })
    expect((await head.call('POST', '/admin/setup/finish')).status).toBe(200)
    // From then on the code is worth nothing.
    expect(await state()).toMatchObject({ is_open: false })
    expect((await (await testApp.teacher('bo')).call('POST', '/setup/claim', { code })).status).toBe(409)
  })
})

describe('the checks of the welcome page', () => {
  test('describe the installation, and are open until an administrator finishes them', async () => {
    const { testApp } = await start()
    const ana = await testApp.teacher('ana', { email: 'ana@school.example' })
    expect((await ana.call('GET', '/admin/installation')).body).toMatchObject({ is_set_up: false })
    const checks = (await ana.call('GET', '/admin/setup')).body as SetupChecks
    expect(checks).toMatchObject({
      finished_at: null,
      public_url: 'http://localhost',
      email: { sent_by: 'outbox', sender: 'post@school.example', recipient: 'ana@school.example' },
      encrypts_files: false,
      has_samples: false,
      plans: 'free',
    })
    const finished = (await ana.call('POST', '/admin/setup/finish')).body as SetupChecks
    expect(finished.finished_at).not.toBeNull()
    expect((await ana.call('POST', '/admin/setup/finish')).body).toMatchObject({
      finished_at: finished.finished_at,
    })
    expect((await ana.call('GET', '/admin/installation')).body).toMatchObject({ is_set_up: true })
    expect(
      ((await ana.call('GET', '/admin/audit')).body as AuditEntry[]).map(({ action }) => action),
    ).toEqual(['setup.finish'])
  })

  test('send a test email to the administrator alone, and say what became of it', async () => {
    const { testApp } = await start()
    const ana = await testApp.teacher('ana', { email: 'ana@school.example' })
    const sent = TestEmail.parse(
      (await ana.call('POST', '/admin/setup/test-email', { language: 'fr-FR' })).body,
    )
    expect(sent).toMatchObject({ state: 'waiting', tries: 0 })
    await deliverEmails(testApp.database, testApp.mailer)
    expect((await ana.call('GET', `/admin/setup/test-email/${sent.id}`)).body).toMatchObject({
      state: 'sent',
      tries: 1,
      fault: null,
    })
    const [email] = await testApp.mailer.list({ limit: 5 })
    expect(email).toMatchObject({
      recipient: 'ana@school.example',
      subject: 'Penmark peut envoyer des e-mails',
    })
    expect((await ana.call('GET', '/admin/setup/test-email/not-an-id')).status).toBe(404)
  })

  test('need an address to send the test to', async () => {
    const { testApp } = await start()
    const ana = await testApp.teacher('ana', { email: null })
    expect((await ana.call('POST', '/admin/setup/test-email', {})).status).toBe(422)
  })
})
