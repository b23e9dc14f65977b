import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig, SettingsError } from '../../main/config.ts'
import { openPayment } from '../../main/open.ts'
import { openTestDatabase } from '../../testing/database.ts'
import type { Database } from '../database/database.ts'
import { createFakeStripe } from './fake-stripe/fake-stripe.ts'
import { createStripe } from './stripe.ts'

let database: Database
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

const live = {
  STRIPE_SECRET_KEY: 'sk_live_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc',
  STRIPE_PRICE_PRO: 'price_abc',
}
const onError = (error: unknown) => {
  throw error
}

test('takes test payments on localhost without a key, and elsewhere only if the operator enables them', () => {
  expect(readConfig({}).payment).toEqual({ stripe: null, fakeStripe: true, graceDays: 7 })
  for (const open of [
    { PUBLIC_URL: 'https://penmark.school.example' },
    { HOST: '0.0.0.0' },
    { HOST: '192.0.2.1' },
  ]) {
    expect(readConfig(open).payment.fakeStripe).toBe(false)
    expect(readConfig({ ...open, PAYMENT_STAND_IN: 'true' }).payment.fakeStripe).toBe(true)
  }
  expect(readConfig({ PAYMENT_STAND_IN: 'false', PAYMENT_GRACE_DAYS: '3' }).payment).toEqual({
    stripe: null,
    fakeStripe: false,
    graceDays: 3,
  })
})

test('requires all three Stripe settings, and never prints a secret', () => {
  expect(readConfig(live).payment).toMatchObject({ stripe: { secretKey: 'sk_live_abc' }, fakeStripe: false })
  const { STRIPE_PRICE_PRO: _, ...incomplete } = live
  expect(() => readConfig(incomplete)).toThrow(/STRIPE_PRICE_PRO is missing/)
  expect(() => readConfig({ ...live, STRIPE_SECRET_KEY: 'pk_live_hush' })).toThrow(SettingsError)
  expect(() => readConfig({ ...live, STRIPE_SECRET_KEY: 'pk_live_hush' })).not.toThrow(/hush/)
})

test('refuses to run the fake Stripe together with a live key', async () => {
  expect(() => readConfig({ ...live, PAYMENT_STAND_IN: 'true' })).toThrow(/PAYMENT_STAND_IN/)
  const context = { database, publicUrl: 'http://localhost', onError }
  for (const stripeKey of ['sk_live_abc', 'rk_live_abc']) {
    await expect(createFakeStripe({ ...context, stripeKey })).rejects.toThrow(
      'cannot be used together with a live',
    )
    const stripe = { secretKey: stripeKey, webhookSecret: 'whsec_a', proPriceId: 'price_a' }
    await expect(openPayment({ stripe, fakeStripe: true }, context)).rejects.toThrow(
      'cannot be used together with a live',
    )
  }
})

test('knows which provider moves real money', async () => {
  const context = { database, publicUrl: 'http://localhost', onError }
  const stripe = (secretKey: string) => ({
    stripe: { secretKey, webhookSecret: 'whsec_a', proPriceId: 'price_a' },
    fakeStripe: false,
  })
  expect((await openPayment(stripe('sk_live_a'), context))?.provider).toBe('stripe')
  expect((await openPayment(stripe('sk_test_a'), context))?.provider).toBe('stripe-test')
  expect((await openPayment({ stripe: null, fakeStripe: true }, context))?.provider).toBe('stand-in')
  expect(await openPayment({ stripe: null, fakeStripe: false }, context)).toBeNull()
})

/** Stripe's client with our responses instead of the network. */
function stripeThat(answer: (path: string, form: URLSearchParams) => [status: number, body: object]) {
  const requests: { path: string; form: URLSearchParams; key: string | null }[] = []
  const stripe = createStripe({
    secretKey: 'sk_test_a',
    webhookSecret: 'whsec_a',
    proPriceId: 'price_a',
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const path = `${request.method} ${new URL(request.url).pathname}`
      const form = new URLSearchParams(await request.text())
      requests.push({ path, form, key: request.headers.get('authorization') })
      const [status, body] = answer(path, form)
      return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
    },
  })
  return { stripe, requests }
}

const checkout = {
  teacherId: 't1',
  customerId: 'cus_1',
  priceId: 'price_a',
  successUrl: 'https://p.example/payment/success?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'https://p.example/payment/canceled',
  language: 'fr-FR',
}

test('opens one Stripe checkout at a time, for a subscription linked to its teacher', async () => {
  const { stripe, requests } = stripeThat((path) => {
    const made = { id: 'cs_new', created: 2, url: 'https://checkout.example/cs_new' }
    if (path === 'GET /v1/checkout/sessions')
      return [200, { object: 'list', data: [{ id: 'cs_old', created: 1 }, made], has_more: false }]
    return [200, made]
  })
  expect(await stripe.createCheckout(checkout)).toEqual({
    sessionId: 'cs_new',
    url: 'https://checkout.example/cs_new',
  })
  expect(requests.map(({ path }) => path)).toEqual([
    'POST /v1/checkout/sessions',
    'GET /v1/checkout/sessions',
    'POST /v1/checkout/sessions/cs_old/expire',
  ])
  expect(Object.fromEntries(requests[0]?.form ?? [])).toEqual({
    mode: 'subscription',
    customer: 'cus_1',
    'line_items[0][price]': 'price_a',
    'line_items[0][quantity]': '1',
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
    client_reference_id: 't1',
    'metadata[teacher_id]': 't1',
    'subscription_data[metadata][teacher_id]': 't1',
    locale: 'fr',
  })
  expect(requests[0]?.key).toBe('Bearer sk_test_a')
})

test('reports a customer deleted at Stripe, and creates a new one', async () => {
  const keys: (string | null)[] = []
  const stripe = createStripe({
    secretKey: 'sk_test_a',
    webhookSecret: 'whsec_a',
    proPriceId: 'price_a',
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const headers = { 'content-type': 'application/json' }
      if (new URL(request.url).pathname === '/v1/customers') {
        keys.push(request.headers.get('idempotency-key'))
        return new Response(JSON.stringify({ id: 'cus_2' }), { headers })
      }
      if (request.method === 'GET')
        return new Response(JSON.stringify({ object: 'list', data: [], has_more: false }), { headers })
      const error = {
        type: 'invalid_request_error',
        code: 'resource_missing',
        param: 'customer',
        message: "No such customer: 'cus_1'",
      }
      return new Response(JSON.stringify({ error }), { status: 400, headers })
    },
  })
  expect(await stripe.createCheckout(checkout)).toBeNull()
  expect(await stripe.createPortal('cus_1', 'https://p.example', 'en')).toBeNull()
  expect([await stripe.createCustomer('t1', null), await stripe.createCustomer('t1', null, 'cus_1')]).toEqual(
    ['cus_2', 'cus_2'],
  )
  expect(new Set(keys).size).toBe(2)
})

test('does not mistake other missing objects for a missing customer', async () => {
  const error = {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'line_items[0][price]',
    message: 'No such price',
  }
  const { stripe } = stripeThat((path) =>
    path.startsWith('GET') ? [200, { object: 'list', data: [], has_more: false }] : [400, { error }],
  )
  await expect(stripe.createCheckout(checkout)).rejects.toMatchObject({
    fault: 'refused',
    cause: { message: expect.stringContaining('No such price') },
  })
})

test('reports that the provider does not answer', async () => {
  const { stripe } = stripeThat(() => [500, { error: { type: 'api_error', message: 'out of order' } }])
  await expect(stripe.createPortal('cus_1', 'https://p.example', 'en')).rejects.toMatchObject({
    service: 'payment',
    fault: 'unavailable',
  })
})

test('reads the state of a subscription, even if it is cancelled by a date or deleted', async () => {
  const teacherId = '00000000-0000-4000-8000-000000000001'
  const subscription = {
    id: 'sub_1',
    customer: { id: 'cus_1' },
    metadata: { teacher_id: teacherId },
    status: 'active',
    cancel_at_period_end: false,
    cancel_at: 1_800_000_000,
    start_date: 1_700_000_000,
    items: { data: [{ price: { id: 'price_a' }, current_period_end: 1_800_000_000 }] },
  }
  const { stripe } = stripeThat((path) =>
    path.endsWith('/sub_1')
      ? [200, subscription]
      : [404, { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such' } }],
  )
  expect(await stripe.readSubscription('sub_1')).toEqual({
    id: 'sub_1',
    customerId: 'cus_1',
    teacherId,
    priceId: 'price_a',
    status: 'active',
    cancelAtPeriodEnd: true,
    currentPeriodEnd: new Date(1_800_000_000_000),
    startedAt: new Date(1_700_000_000_000),
  })
  expect(await stripe.readSubscription('sub_2')).toBeNull()
})
