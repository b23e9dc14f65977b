import type { AdminTeacher, Billing, Teacher } from '@penmark/contract'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from '../../../main/config.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { savePlanLimits } from '../allowance/plan-limits.ts'

let testApp: TestApp | undefined
afterEach(() => testApp?.close())

const profile = {
  first_name: 'Ana',
  last_name: 'Bell',
  school_name: 'North',
  role: 'teacher',
  country: 'GB',
  state_county: 'Kent',
}

test('PLAN_LIMITS=off gives every account unlimited words and the storage of Schools, and sells nothing', async () => {
  const { storageQuota } = readConfig({})
  testApp = await startTestApp({ planLimits: false, payment: () => null })
  const operator = await testApp.teacher('operator')
  await operator.call('PUT', '/teachers/me', profile)
  const ana = await testApp.teacher('ana')
  expect((await ana.call('PUT', '/teachers/me', profile)).body as Teacher).toMatchObject({
    current_plan: 'Schools',
    current_plan_word_limit: null,
    remaining_words_current_cycle: null,
    storage_limit_bytes: storageQuota.perPlan.SCHOOLS,
    lms_access: 'full',
  })
  const { id } = (await ana.call('POST', '/documents/text', { text: prose(5_100) })).body as { id: string }
  expect(await ana.finished(id)).toMatchObject({ status: 'COMPLETED', processing_priority: 'HIGH' })
  expect((await ana.call('GET', '/subscriptions/me')).body as Billing).toMatchObject({ provider: 'off' })
  expect((await ana.call('GET', '/settings')).body).toMatchObject({ sells_plans: false })
  expect((await ana.call('POST', '/create-checkout-session', { price_id: 'price_test_pro' })).status).toBe(
    409,
  )
  const listed = (await operator.call('GET', '/admin/teachers/all?limit=20')).body as AdminTeacher[]
  expect(listed.find(({ kinde_id }) => kinde_id === 'ana')).toMatchObject({
    current_plan: 'SCHOOLS',
    current_plan_word_limit: null,
  })
  expect(await operator.call('PUT', '/admin/teachers/ana/plan', { plan: 'SCHOOLS' })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('every account has everything') },
  })
})

test('turning PLAN_LIMITS on again gives every account back the plan it agreed to', async () => {
  testApp = await startTestApp({ planLimits: false, works: false })
  const ana = await testApp.teacher('ana')
  const plan = async () => ((await ana.call('PUT', '/teachers/me', profile)).body as Teacher).current_plan
  expect(await plan()).toBe('Schools')
  await savePlanLimits(testApp.database, true)
  expect(await plan()).toBe('Free')
})

test('a limit set by an administrator still applies with PLAN_LIMITS=off', async () => {
  testApp = await startTestApp({ planLimits: false, payment: () => null, works: false })
  const operator = await testApp.teacher('operator')
  await operator.call('PUT', '/teachers/me', profile)
  const ana = await testApp.teacher('ana')
  await ana.call('PUT', '/teachers/me', profile)
  await operator.call('PUT', '/admin/teachers/ana/usage-limits', { custom_word_limit_override: 10 })
  expect((await ana.call('GET', '/teachers/me')).body).toMatchObject({
    current_plan: 'Schools',
    current_plan_word_limit: 10,
  })
})

test('PLAN_LIMITS is on by default, and cannot be off if payments are configured', () => {
  expect(readConfig({}).planLimits).toBe(true)
  const { planLimits, payment } = readConfig({ PLAN_LIMITS: 'off' })
  expect([planLimits, payment]).toEqual([false, { stripe: null, fakeStripe: false, graceDays: 7 }])
  expect(() => readConfig({ PLAN_LIMITS: 'off', PAYMENT_STAND_IN: 'true' })).toThrow(
    /PAYMENT_STAND_IN is set beside PLAN_LIMITS=off/,
  )
  expect(() => readConfig({ PLAN_LIMITS: 'off', STRIPE_SECRET_KEY: 'sk_live_abc' })).toThrow(
    /STRIPE_SECRET_KEY is set beside PLAN_LIMITS=off/,
  )
  expect(() => readConfig({ PLAN_LIMITS: 'none' })).toThrow(/PLAN_LIMITS/)
})
