import type { Teacher } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp({ adminEmails: ['head@school.example'] })
})
afterAll(() => testApp.close())

const profile = {
  first_name: 'Ana',
  last_name: 'Sol',
  school_name: 'Hill',
  role: 'admin',
  country: 'Spain',
  state_county: 'Soria',
}

test('has no profile until it is saved, and the very first account is an administrator', async () => {
  const ana = await testApp.teacher('ana')
  expect(await ana.call('GET', '/teachers/me')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await ana.call('PUT', '/teachers/me', profile)).toMatchObject({
    status: 200,
    body: { is_administrator: true },
  })
  expect((await ana.call('GET', '/teachers/me/')).body).toMatchObject({
    ...profile,
    kinde_id: 'ana',
    email: 'ana@school.example',
    current_plan: 'Free',
    current_plan_word_limit: 5_000,
    current_plan_word_allowance: 5_000,
    words_used_current_cycle: 0,
    remaining_words_current_cycle: 5_000,
    documents_processed_current_cycle: 0,
  })
})

test('grants no rights to a teacher who chooses the role "admin" or sends the flag', async () => {
  // The very first account administers.
  await (await testApp.teacher('ana')).call('PUT', '/teachers/me', profile)
  const bo = await testApp.teacher('bo')
  const { body } = await bo.call('PUT', '/teachers/me', {
    ...profile,
    is_administrator: true,
    current_plan: 'Schools',
    email: 'x@y.example',
  })
  expect(body).toMatchObject({
    role: 'admin',
    is_administrator: false,
    current_plan: 'Free',
    email: 'bo@school.example',
  })
  expect((await bo.call('GET', '/teachers/me')).body).toEqual(body)
  expect((await bo.call('GET', '/admin/teachers/all')).status).toBe(403)
})

test('does not make an administrator of someone who only typed a listed address', async () => {
  const stranger = await testApp.teacher('stranger', { email: 'head@school.example', emailVerified: false })
  expect((await stranger.call('PUT', '/teachers/me', profile)).body).toMatchObject({
    is_administrator: false,
  })
  expect((await stranger.call('GET', '/admin/teachers/all')).status).toBe(403)
})

test('makes administrators of listed addresses that are confirmed, and by the role in the token', async () => {
  const head = await testApp.teacher('head', { emailVerified: true })
  expect((await head.call('PUT', '/teachers/me', profile)).body).toMatchObject({ is_administrator: true })
  const operator = await testApp.teacher('operator', { roles: ['Admin'] })
  expect((await operator.call('PUT', '/teachers/me', profile)).body).toMatchObject({ is_administrator: true })
})

test('creates one account for many simultaneous first calls', async () => {
  const cy = await testApp.teacher('cy')
  const answers = await Promise.all(Array.from({ length: 8 }, () => cy.call('PUT', '/teachers/me', profile)))
  expect(new Set(answers.map(({ body }) => (body as Teacher).id)).size).toBe(1)
})

test('leaves an absent optional field unchanged, and clears an empty one', async () => {
  const dora = await testApp.teacher('dora')
  const about = { description: 'I teach poetry.', how_did_you_hear: 'A colleague' }
  await dora.call('PUT', '/teachers/me', { ...profile, phone: '123', address: 'Hill 1', ...about })
  expect((await dora.call('PUT', '/teachers/me', { ...profile, address: '' })).body).toMatchObject({
    phone: '123',
    address: null,
    ...about,
  })
})

test('counts the words of a finished document, and sends the end of the month that began with the account', async () => {
  const eve = await testApp.teacher('eve')
  const sent = await eve.call('POST', '/documents/text', { text: prose(120) })
  await eve.finished((sent.body as { id: string }).id)
  const me = (await eve.call('PUT', '/teachers/me', profile)).body as Teacher
  expect(me).toMatchObject({
    words_used_current_cycle: 120,
    remaining_words_current_cycle: 4_880,
    documents_processed_current_cycle: 1,
  })
  const days = (Date.parse(me.current_period_end) - Date.parse(me.created_at)) / 86_400_000
  expect([28, 29, 30, 31]).toContain(days)
})
