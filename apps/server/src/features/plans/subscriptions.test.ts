import { isDeepStrictEqual } from 'node:util'
import type { Billing, CheckoutSession, PortalSession, Teacher } from '@penmark/contract'
import fc from 'fast-check'
import Stripe from 'stripe'
import { afterEach, expect, test } from 'vitest'
import type { Payment } from '../../services/payment/payment.ts'
import { createAttack } from '../../testing/attack.ts'
import { type Answer, startTestApp, type TestApp, type TestTeacher } from '../../testing/test-app.ts'
import { prose } from '../../testing/text.ts'

let testApp: TestApp
afterEach(() => testApp.close())

const profile = {
  first_name: 'Ana',
  last_name: 'Sol',
  school_name: 'Hill',
  role: 'teacher',
  country: 'ES',
  state_county: 'Soria',
}
const pro = { price_id: 'price_test_pro' }
const readTeacher = async (teacher: TestTeacher) =>
  (await teacher.call('PUT', '/teachers/me', profile)).body as Teacher
const billing = async (teacher: TestTeacher) =>
  (await teacher.call('GET', '/subscriptions/me')).body as Billing
const pathOf = (url: string | null) => (url ?? '').replace('http://localhost', '')

const show = (url: string, headers: Record<string, string> = {}) => testApp.app.inject({ url, headers })
const send = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  testApp.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })

/** The cookie of the browser of the teacher who opened a page. */
const cookieOf = ({ headers }: Answer) => ({ cookie: String(headers['set-cookie']).split(';')[0] ?? '' })

async function checkoutIn(teacher: TestTeacher) {
  const answer = await teacher.call('POST', '/create-checkout-session', pro)
  expect(answer.status).toBe(200)
  return { session: answer.body as CheckoutSession, browser: cookieOf(answer) }
}
const checkout = async (teacher: TestTeacher) => (await checkoutIn(teacher)).session

async function subscribe(teacher: TestTeacher): Promise<CheckoutSession> {
  const { session, browser } = await checkoutIn(teacher)
  const paid = await send(pathOf(session.url), { card: 'works' }, browser)
  expect(paid.statusCode).toBe(303)
  expect(paid.headers.location).toBe(`http://localhost/payment/success?session_id=${session.sessionId}`)
  return session
}

/** Opens the portal and performs one action there. */
async function inPortal(teacher: TestTeacher, action: string) {
  const answer = await teacher.call('POST', '/create-portal-session')
  const portal = answer.body as PortalSession
  const { body } = await show(pathOf(portal.url), cookieOf(answer))
  const subscription = /name="subscription" value="(\w+)"/.exec(body)?.[1] ?? ''
  expect((await send(pathOf(portal.url), { subscription, action }, cookieOf(answer))).statusCode).toBe(303)
}

const plans = async () => {
  const { rows } = await testApp.database.query(
    'select plan, pro_plan_activated_at from teachers order by subject',
  )
  return rows
}
const storedSubscriptions = async () => {
  const { rows } = await testApp.database.query(
    'select id, teacher_id, plan, status, cancel_at_period_end, current_period_end, started_at from subscriptions order by id',
  )
  return rows
}

test('sells Pro: checkout goes to the provider, whose event changes plan, allowance and cycle', async () => {
  testApp = await startTestApp({ works: false })
  const ana = await testApp.teacher('ana')
  expect(await readTeacher(ana)).toMatchObject({ current_plan: 'Free', current_plan_word_limit: 5_000 })
  expect(await billing(ana)).toEqual({
    provider: 'stand-in',
    pro_price_id: 'price_test_pro',
    grace_days: 7,
    has_portal: false,
    words_renewed_at: (await readTeacher(ana)).current_period_end,
    subscription: null,
  })
  const { sessionId, url } = await checkout(ana)
  expect(sessionId).toMatch(/^cs_test_/)
  expect(url).toBe(`http://localhost/test-payment/checkout/${sessionId}`)
  expect((await readTeacher(ana)).current_plan).toBe('Free')
  await subscribe(ana)
  const teacher = await readTeacher(ana)
  expect(teacher).toMatchObject({
    current_plan: 'Pro',
    current_plan_word_limit: 100_000,
    remaining_words_current_cycle: 100_000,
  })
  const { subscription, has_portal } = await billing(ana)
  expect(has_portal).toBe(true)
  expect(subscription).toMatchObject({ status: 'active', cancel_at_period_end: false, grace_ends_at: null })
  // The bill and the allowance renew at the same moment.
  expect(subscription?.current_period_end).toBe(teacher.current_period_end)
})

test.each([
  ['en-GB', 'first in the queue', /Renews on \d+ \w+ \d+ for £8\.00\./],
  ['en-US', 'first in line', /Renews on \w+ \d+, \d+ for £8\.00\./],
  ['fr-FR', 'en tête de la file d’attente', /Renouvellement le \d+ \S+ \d+ pour 8,00.£\./],
])('shows the test payment pages in the %s of the page before', async (language, queue, renewal) => {
  testApp = await startTestApp({ works: false })
  const ana = await testApp.teacher('ana')
  const opened = await ana.call('POST', '/create-checkout-session', { price_id: 'price_test_pro', language })
  const page = await show(pathOf((opened.body as CheckoutSession).url), cookieOf(opened))
  expect(page.body).toContain(`<html lang="${language}">`)
  expect(page.body).toContain(queue)
  await subscribe(ana)
  const answer = await ana.call('POST', '/create-portal-session', { language })
  expect((await show(pathOf((answer.body as PortalSession).url), cookieOf(answer))).body).toMatch(renewal)
})

test('accepts test payments, and opens the portal, only in the browser of the teacher who opened them', async () => {
  testApp = await startTestApp({ works: false })
  const [ana, bo] = [await testApp.teacher('ana'), await testApp.teacher('bo')]
  const [anas, bos] = [await checkoutIn(ana), await checkoutIn(bo)]
  for (const headers of [{}, { cookie: 'penmark-test-payment=guessed' }, bos.browser]) {
    expect((await show(pathOf(anas.session.url), headers)).statusCode).toBe(410)
    expect((await send(pathOf(anas.session.url), { card: 'works' }, headers)).statusCode).toBe(410)
  }
  expect((await readTeacher(ana)).current_plan).toBe('Free')
  expect((await show(pathOf(anas.session.url), anas.browser)).statusCode).toBe(200)
  await subscribe(ana)
  const answer = await ana.call('POST', '/create-portal-session')
  expect(String(answer.headers['set-cookie'])).toMatch(/; Path=\/test-payment; .*HttpOnly; SameSite=Strict/)
  const portal = pathOf((answer.body as PortalSession).url)
  const { body } = await show(portal, cookieOf(answer))
  const subscription = /name="subscription" value="(\w+)"/.exec(body)?.[1] ?? ''
  expect((await send(portal, { subscription, action: 'end-period' }, bos.browser)).statusCode).toBe(410)
  for (const action of ['toString', 'constructor', '__proto__', 'hasOwnProperty', 'nothing'])
    expect((await send(portal, { subscription, action }, cookieOf(answer))).statusCode).toBe(410)
})

test('reads a document that did not fit once its owner asks after the upgrade, ahead of the free ones', async () => {
  testApp = await startTestApp()
  const ana = await testApp.teacher('ana')
  const { body } = await ana.call('POST', '/documents/text', { text: prose(5_100) })
  const { id } = await ana.finished((body as { id: string }).id)
  expect((await ana.call('GET', `/documents/${id}`)).body).toMatchObject({
    status: 'LIMIT_EXCEEDED',
    processing_priority: 'NORMAL',
  })
  expect((await ana.call('GET', '/overview')).body).toMatchObject({ readable: null })
  expect((await ana.call('GET', '/settings')).body).toMatchObject({ sells_plans: true })
  await subscribe(ana)
  expect((await ana.call('GET', `/documents/${id}`)).body).toMatchObject({ status: 'LIMIT_EXCEEDED' })
  const waiting = { documents: 1, words: 5_100 }
  expect((await ana.call('GET', '/overview')).body).toMatchObject({ readable: waiting })
  expect((await ana.call('POST', '/documents/waiting/read')).body).toEqual(waiting)
  expect(await ana.finished(id)).toMatchObject({ status: 'COMPLETED', processing_priority: 'HIGH' })
  expect((await readTeacher(ana)).words_used_current_cycle).toBe(5_100)
})

test('processes documents of a paid plan first, in order', async () => {
  testApp = await startTestApp({ works: false })
  const [ana, bo] = [await testApp.teacher('ana'), await testApp.teacher('bo')]
  await subscribe(bo)
  const submit = async (teacher: TestTeacher) =>
    ((await teacher.call('POST', '/documents/text', { text: prose(60) })).body as { id: string }).id
  const free = [await submit(ana), await submit(ana)]
  const paid = [await submit(bo), await submit(bo)]
  const done: string[] = []
  testApp.queue.work(async ({ document_id }) => void done.push(document_id), { text: 1, file: 1, scan: 0 })
  await expect.poll(() => done.length, { timeout: 120_000 }).toBe(4)
  expect(done).toEqual([...paid, ...free])
})

test('moves waiting documents to the front when their owner upgrades', async () => {
  testApp = await startTestApp({ works: false })
  const [ana, bo] = [await testApp.teacher('ana'), await testApp.teacher('bo')]
  const submit = async (teacher: TestTeacher) =>
    ((await teacher.call('POST', '/documents/text', { text: prose(60) })).body as { id: string }).id
  const [others, waiting] = [
    [await submit(ana), await submit(ana)],
    [await submit(bo), await submit(bo)],
  ]
  await subscribe(bo)
  for (const id of waiting)
    expect((await bo.call('GET', `/documents/${id}`)).body).toMatchObject({ processing_priority: 'HIGH' })
  expect((await bo.call('GET', `/documents/${waiting[0]}`)).body).toMatchObject({ queue_position: 1 })
  const done: string[] = []
  testApp.queue.work(async ({ document_id }) => void done.push(document_id), { text: 1, file: 1, scan: 0 })
  await expect.poll(() => done.length, { timeout: 120_000 }).toBe(4)
  expect(done).toEqual([...waiting, ...others])
})

test('reads what waited for words by itself after an upgrade if its owner chose so, oldest first, and no more than there are words', async () => {
  testApp = await startTestApp()
  const ana = await testApp.teacher('ana')
  const submit = async (words: number) =>
    ana.finished(
      ((await ana.call('POST', '/documents/text', { text: prose(words) })).body as { id: string }).id,
    )
  const waiting = [await submit(5_100), await submit(96_000), await submit(5_200)]
  for (const { status, status_reason } of waiting) {
    expect(status).toBe('LIMIT_EXCEEDED')
    expect(status_reason).toContain('can be read in one click')
  }
  expect((await ana.call('PUT', '/teachers/me/reads-waiting', { reads_waiting: true })).status).toBe(200)
  expect(await readTeacher(ana)).toMatchObject({ reads_waiting: true })
  await subscribe(ana)
  const [first, tooLong, last] = waiting.map(({ id }) => id)
  expect((await ana.finished(first ?? '')).status).toBe('COMPLETED')
  expect((await ana.finished(last ?? '')).status).toBe('COMPLETED')
  expect((await ana.finished(tooLong ?? '')).status).toBe('LIMIT_EXCEEDED')
  expect(await readTeacher(ana)).toMatchObject({ words_used_current_cycle: 10_300 })
})

test('creates a new customer if the provider deleted the old one', async () => {
  testApp = await startTestApp({ works: false })
  const ana = await testApp.teacher('ana')
  await checkout(ana)
  await testApp.database.query("delete from payment_stand_in where kind = 'customer'")
  expect(await ana.call('POST', '/create-portal-session')).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('no longer has your details') },
  })
  expect(await billing(ana)).toMatchObject({ has_portal: false })
  await checkout(ana)
  await testApp.database.query("delete from payment_stand_in where kind = 'customer'")
  await subscribe(ana)
  expect((await readTeacher(ana)).current_plan).toBe('Pro')
  const { rows } = await testApp.database.query('select count(*)::int as count from payment_customers')
  expect(rows).toEqual([{ count: 1 }])
})

test('includes the billing portal in the profile of a paying customer', async () => {
  testApp = await startTestApp({ works: false })
  const ana = await testApp.teacher('ana')
  expect((await readTeacher(ana)).stripe_customer_portal_url).toBeNull()
  await subscribe(ana)
  expect((await readTeacher(ana)).stripe_customer_portal_url).toBe('http://localhost/subscriptions')
})

test('ends Pro with the cancelled period, and not before', async () => {
  testApp = await startTestApp({ works: false })
  const ana = await testApp.teacher('ana')
  await subscribe(ana)
  await inPortal(ana, 'cancel')
  expect((await readTeacher(ana)).current_plan).toBe('Pro')
  expect((await billing(ana)).subscription?.cancel_at_period_end).toBe(true)
  await inPortal(ana, 'resume')
  expect((await billing(ana)).subscription?.cancel_at_period_end).toBe(false)
  await inPortal(ana, 'cancel')
  await inPortal(ana, 'end-period')
  expect(await readTeacher(ana)).toMatchObject({ current_plan: 'Free', current_plan_word_limit: 5_000 })
  expect((await billing(ana)).subscription).toBeNull()
  await subscribe(ana)
  expect((await readTeacher(ana)).current_plan).toBe('Pro')
})

test('keeps Pro for the grace period after a failed payment, then ends it, and restores it once paid', async () => {
  testApp = await startTestApp({ works: false })
  const ana = await testApp.teacher('ana')
  await subscribe(ana)
  await inPortal(ana, 'card-fails')
  await inPortal(ana, 'end-period')
  const { subscription } = await billing(ana)
  expect(subscription?.status).toBe('past_due')
  const graceEnd = new Date(subscription?.grace_ends_at ?? 0).getTime()
  expect(Math.round((graceEnd - Date.now()) / 86_400_000)).toBe(7)
  await testApp.watchSubscriptions(new Date(graceEnd - 1_000))
  expect((await readTeacher(ana)).current_plan).toBe('Pro')
  await testApp.watchSubscriptions(new Date(graceEnd + 1_000))
  expect((await readTeacher(ana)).current_plan).toBe('Free')
  expect(await ana.call('POST', '/create-checkout-session', pro)).toMatchObject({ status: 409 })
  await inPortal(ana, 'card-works')
  expect((await readTeacher(ana)).current_plan).toBe('Pro')
  expect((await billing(ana)).subscription).toMatchObject({ status: 'active', grace_ends_at: null })
})

test('asks the provider about a period that ended without an event, and renews it', async () => {
  testApp = await startTestApp({ works: false })
  const ana = await testApp.teacher('ana')
  await subscribe(ana)
  await testApp.database.query(
    "update subscriptions set current_period_end = now() - interval '2 hours', status = 'trialing'",
  )
  await testApp.watchSubscriptions(new Date())
  expect((await billing(ana)).subscription).toMatchObject({ status: 'active' })
})

/** Every event in the life of a subscription, as signed and sent. */
async function recordEvents(): Promise<{ payload: string; signature: string }[]> {
  const events: { payload: string; signature: string }[] = []
  testApp = await startTestApp({
    works: false,
    payment: (fakeStripe) => ({
      ...fakeStripe,
      readEvent: (body, signature) => {
        events.push({ payload: body.toString(), signature })
        return fakeStripe.readEvent(body, signature)
      },
    }),
  })
  const ana = await testApp.teacher('ana')
  await subscribe(ana)
  for (const action of ['cancel', 'resume', 'card-fails', 'end-period', 'card-works', 'end-period', 'cancel'])
    await inPortal(ana, action)
  // Without those sent again later.
  return [...events]
}

test('applies the same events once, even if they arrive ten times, reversed or shuffled', async () => {
  const events = await recordEvents()
  expect(events.length).toBeGreaterThanOrEqual(10)
  const [plan, subscription] = [await plans(), await storedSubscriptions()]
  expect(plan).toMatchObject([{ plan: 'PRO' }])
  const attack = createAttack(
    'money',
    'genuine payment events are sent again, in another order and at the same time',
    'repeated events',
  )
  let isUnchanged = true
  const expectUnchanged = async () => {
    const now = [await plans(), await storedSubscriptions()]
    isUnchanged &&= isDeepStrictEqual(now, [plan, subscription])
    expect(now).toEqual([plan, subscription])
  }
  let repeated = 0
  const replay = async (order: typeof events) => {
    repeated += order.length
    for (const { payload, signature } of order) {
      const { statusCode } = await testApp.app.inject({
        method: 'POST',
        url: '/api/v1/payment/webhook',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        payload,
      })
      expect(statusCode).toBe(200)
    }
  }
  for (let time = 0; time < 10; time += 1) await replay(events)
  await expectUnchanged()
  const [{ rows: noted }] = [await testApp.database.query('select id from payment_events')]
  expect(noted).toHaveLength(events.length)
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(events, { minLength: events.length }), async (order) => {
      // As if none of them had ever arrived.
      await testApp.database.query("update teachers set plan = 'FREE', pro_plan_activated_at = null")
      await testApp.database.query('delete from subscriptions')
      await testApp.database.query('delete from payment_events')
      await replay([...order].reverse())
      await Promise.all([replay(order), replay(order)])
      await expectUnchanged()
    }),
    { numRuns: 4, examples: [[events], [events.toReversed()]] },
  )
  for (let nth = 0; nth < repeated; nth += 1) attack.count('repeated', !isUnchanged)
  attack.expectDefended(100)
})

test('never lets an older response of the provider overwrite a newer one', async () => {
  const waiting: (() => void)[] = []
  let isSlow = false
  testApp = await startTestApp({
    works: false,
    payment: (fakeStripe): Payment => ({
      ...fakeStripe,
      readSubscription: async (id) => {
        const state = await fakeStripe.readSubscription(id)
        if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve))
        return state
      },
    }),
  })
  const ana = await testApp.teacher('ana')
  await subscribe(ana)
  await testApp.database.query("update subscriptions set current_period_end = now() - interval '2 hours'")
  isSlow = true
  const old = testApp.watchSubscriptions(new Date())
  await expect.poll(() => waiting.length).toBe(1)
  isSlow = false
  await inPortal(ana, 'cancel')
  await inPortal(ana, 'end-period')
  for (const go of waiting) go()
  await old
  expect((await readTeacher(ana)).current_plan).toBe('Free')
})

test('rejects an event without a signature, with changed bytes, or that is too old', async () => {
  const events = await recordEvents()
  const [first] = events
  if (!first) throw new Error('Nothing was sent.')
  const post = (payload: string, signature: string) =>
    testApp.app.inject({
      method: 'POST',
      url: '/api/v1/payment/webhook',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    })
  const attack = createAttack('money', "the payment provider's signatures are forged", 'forged events')
  const timestamp = Math.floor(Date.now() / 1_000)
  const foreign = await new Stripe('sk_test_x').webhooks.generateTestHeaderStringAsync({
    payload: first.payload,
    secret: 'whsec_guessed',
  })
  const [time = '', scheme = ''] = first.signature.split(',')
  const before = [await plans(), await storedSubscriptions()]
  for (const [what, payload, signature] of [
    ['without a signature', first.payload, ''],
    ['with other bytes', `${first.payload} `, first.signature],
    ['with another customer', first.payload.replace(/cus_\w+/g, 'cus_other'), first.signature],
    [
      'with another signature',
      first.payload,
      first.signature.replace(/v1=(..)/, (_, start) => `v1=${start === '00' ? '11' : '00'}`),
    ],
    ['with half of a signature', first.payload, first.signature.slice(0, -20)],
    ['with a later time', first.payload, `t=${timestamp + 1},${scheme}`],
    ['of ten minutes ago', first.payload, await oldSignature(first.payload)],
    ['signed with a guessed secret', first.payload, foreign],
    ['of the test scheme', first.payload, `${time},${scheme.replace('v1', 'v0')}`],
    ['with the signature of another event', events[1]?.payload ?? '', first.signature],
    ['that is no event', 'not json', 't=1,v1=00'],
  ] as const) {
    const { statusCode } = await post(payload, signature)
    attack.count(what, statusCode !== 422)
  }
  expect([await plans(), await storedSubscriptions()]).toEqual(before)
  attack.expectDefended(9)
})

async function oldSignature(payload: string): Promise<string> {
  const { rows } = await testApp.database.query(
    "select body ->> 'value' as secret from payment_stand_in where kind = 'secret'",
  )
  const timestamp = Math.floor(Date.now() / 1_000) - 600
  return new Stripe('sk_test_x').webhooks.generateTestHeaderStringAsync({
    payload,
    secret: String(rows[0]?.secret),
    timestamp,
  })
}

test("asks for the event again if the provider does not answer, but not for a stranger's", async () => {
  let isDown = false
  testApp = await startTestApp({
    works: false,
    payment: (fakeStripe): Payment => ({
      ...fakeStripe,
      readSubscription: async (id) => {
        if (isDown) throw new Error('down')
        return fakeStripe.readSubscription(id)
      },
    }),
  })
  const ana = await testApp.teacher('ana')
  isDown = true
  const { session, browser } = await checkoutIn(ana)
  await send(pathOf(session.url), { card: 'works' }, browser)
  expect((await readTeacher(ana)).current_plan).toBe('Free')
  isDown = false
  // The next action delivers what is still waiting.
  await inPortal(ana, 'cancel')
  expect((await readTeacher(ana)).current_plan).toBe('Pro')
})

test('does not sell a second Pro, unknown plans, or anything to Schools', async () => {
  testApp = await startTestApp({ works: false })
  const [ana, bo] = [await testApp.teacher('ana'), await testApp.teacher('bo')]
  expect(await ana.call('POST', '/create-checkout-session', { price_id: 'price_other' })).toMatchObject({
    status: 422,
  })
  expect(await ana.call('POST', '/create-checkout-session', {})).toMatchObject({ status: 422 })
  expect(await ana.call('POST', '/create-portal-session')).toMatchObject({ status: 409 })
  const { session: first, browser } = await checkoutIn(ana)
  await subscribe(ana)
  // The first checkout page is closed, so that nobody pays twice.
  expect((await send(pathOf(first.url), { card: 'works' }, browser)).statusCode).toBe(410)
  expect(await ana.call('POST', '/create-checkout-session', pro)).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  })
  await readTeacher(bo)
  await testApp.database.query("update teachers set plan = 'SCHOOLS' where subject = 'bo'")
  expect(await bo.call('POST', '/create-checkout-session', pro)).toMatchObject({ status: 409 })
  expect((await bo.call('GET', '/teachers/me')).body).toMatchObject({
    current_plan: 'Schools',
    current_plan_word_limit: null,
  })
})

test('sells nothing if the operator turned payments off', async () => {
  testApp = await startTestApp({ works: false, payment: () => null })
  const ana = await testApp.teacher('ana')
  expect(await billing(ana)).toMatchObject({ provider: 'off', pro_price_id: null })
  for (const call of ['/create-checkout-session', '/create-portal-session']) {
    expect(await ana.call('POST', call, pro)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('does not take payments') },
    })
  }
  expect(
    (await testApp.app.inject({ method: 'POST', url: '/api/v1/payment/webhook', payload: '{}' })).statusCode,
  ).toBe(404)
})

test('ignores test purchases once Stripe is configured', async () => {
  testApp = await startTestApp({ works: false })
  const ana = await testApp.teacher('ana')
  await subscribe(ana)
  expect((await readTeacher(ana)).current_plan).toBe('Pro')
  await testApp.watchSubscriptions(new Date(), { provider: 'stripe' })
  expect((await readTeacher(ana)).current_plan).toBe('Free')
})

test('lets an administrator set limits and words used: null is the plan’s own, absent is unchanged, 0 is zero', async () => {
  testApp = await startTestApp({ works: false, adminEmails: ['head@school.example'] })
  const [ana, head] = [await testApp.teacher('ana'), await testApp.teacher('head', { emailVerified: true })]
  await readTeacher(ana)
  const change = async (fields: object) =>
    (await head.call('PUT', '/admin/teachers/ana/usage-limits', fields)).body
  expect(await change({ custom_word_limit_override: 0 })).toMatchObject({
    current_plan_word_limit: 0,
    remaining_words_current_cycle: 0,
  })
  expect(await ana.call('POST', '/documents/text', { text: prose(60) })).toMatchObject({ status: 429 })
  expect(await change({ custom_char_limit_override: 9_000 })).toMatchObject({
    custom_word_limit_override: 0,
    custom_char_limit_override: 9_000,
  })
  expect(await change({ custom_word_limit_override: null, words_used_current_cycle: 4_800 })).toMatchObject({
    current_plan_word_limit: 5_000,
    remaining_words_current_cycle: 200,
  })
  expect(await change({ words_used_current_cycle: null })).toMatchObject({ words_used_current_cycle: 4_800 })
  expect(await change({ words_used_current_cycle: 0 })).toMatchObject({
    words_used_current_cycle: 0,
    remaining_words_current_cycle: 5_000,
  })
  expect(await readTeacher(ana)).toMatchObject({
    current_plan_char_limit: 9_000,
    words_used_current_cycle: 0,
  })
  expect(await head.call('PUT', '/admin/teachers/nobody/usage-limits', {})).toMatchObject({ status: 404 })
  expect(
    await head.call('PUT', '/admin/teachers/ana/usage-limits', { custom_word_limit_override: -1 }),
  ).toMatchObject({ status: 422 })
  const bo = await testApp.teacher('bo')
  expect(await bo.call('PUT', '/admin/teachers/ana/usage-limits', {})).toMatchObject({ status: 403 })
})

test('lets an administrator grant and revoke Schools, and audits it once', async () => {
  testApp = await startTestApp({ works: false, adminEmails: ['head@school.example'] })
  const [ana, head] = [await testApp.teacher('ana'), await testApp.teacher('head', { emailVerified: true })]
  await readTeacher(head)
  await readTeacher(ana)
  const give = (plan: string, to = 'ana') => head.call('PUT', `/admin/teachers/${to}/plan`, { plan })
  const { body: waiting } = await ana.call('POST', '/documents/text', { text: prose(60) })
  for (const _ of [1, 2])
    expect(await give('SCHOOLS')).toMatchObject({
      status: 200,
      body: { kinde_id: 'ana', current_plan: 'SCHOOLS' },
    })
  expect(await readTeacher(ana)).toMatchObject({
    current_plan: 'Schools',
    current_plan_word_limit: null,
    remaining_words_current_cycle: null,
  })
  const { id } = waiting as { id: string }
  expect((await ana.call('GET', `/documents/${id}`)).body).toMatchObject({ processing_priority: 'HIGH' })
  expect((await give('FREE')).body).toMatchObject({ current_plan: 'FREE' })

  await subscribe(ana)
  expect(await give('SCHOOLS')).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('pays for Pro every month') },
  })
  // Taking away the Schools plan leaves a paid plan in place.
  expect((await give('FREE')).body).toMatchObject({ current_plan: 'PRO' })
  await inPortal(ana, 'cancel')
  expect((await give('SCHOOLS')).body).toMatchObject({ current_plan: 'SCHOOLS' })
  expect((await give('FREE')).body).toMatchObject({ current_plan: 'PRO' })

  expect((await give('SCHOOLS', 'nobody')).status).toBe(404)
  expect((await give('PRO')).status).toBe(422)
  expect((await ana.call('PUT', '/admin/teachers/head/plan', { plan: 'SCHOOLS' })).status).toBe(403)
  const { rows } = await testApp.database.query(
    "select details from audit_entries where action = 'plan.change' order by id",
  )
  expect(rows.map(({ details }) => details)).toEqual([
    { plan_before: 'FREE', plan_after: 'SCHOOLS' },
    { plan_before: 'SCHOOLS', plan_after: 'FREE' },
    { plan_before: 'PRO', plan_after: 'SCHOOLS' },
    { plan_before: 'SCHOOLS', plan_after: 'PRO' },
  ])
})

const openSessions = async () =>
  (
    await testApp.database.query(
      "select id from payment_stand_in where kind = 'session' and body ->> 'status' = 'open'",
    )
  ).rows
const refunds = async () =>
  (
    await testApp.database.query(
      "select body ->> 'payment_intent' as payment from payment_stand_in where kind = 'refund'",
    )
  ).rows

/** Pays two checkouts that both stayed open, as if they had been paid at the same moment. */
async function payTwice(teacher: TestTeacher) {
  await checkout(teacher)
  const { browser } = await checkoutIn(teacher)
  // One of them is closed: the older one, but of two made within one second the one with the lower id.
  const { rows } = await testApp.database.query(
    `update payment_stand_in set body = jsonb_set(body, '{status}', '"open"') where kind = 'session' returning id`,
  )
  const paid = await Promise.all(
    rows.map(({ id }) => send(`/test-payment/checkout/${String(id)}`, { card: 'works' }, browser)),
  )
  expect(paid.map(({ statusCode }) => statusCode)).toEqual([303, 303])
}

test('leaves one checkout open however many are opened at once', async () => {
  testApp = await startTestApp({ works: false })
  const ana = await testApp.teacher('ana')
  await checkout(ana)
  const opened = await Promise.all([checkoutIn(ana), checkoutIn(ana), checkoutIn(ana)])
  const open = await openSessions()
  expect(open).toHaveLength(1)
  expect(opened.map(({ session }) => session.sessionId)).toContain(open[0]?.id)
})

test('keeps one of two subscriptions paid at the same moment, refunds the other, and says so in the log', async () => {
  testApp = await startTestApp({ works: false })
  const ana = await testApp.teacher('ana')
  await payTwice(ana)
  await testApp.watchSubscriptions(new Date())
  const kept = (await storedSubscriptions()).filter(({ status }) => status === 'active')
  const ended = (await storedSubscriptions()).filter(({ status }) => status === 'canceled')
  expect([kept.length, ended.length]).toEqual([1, 1])
  expect(await refunds()).toEqual([{ payment: `pi_in_${String(ended[0]?.id)}_1` }])
  expect(await readTeacher(ana)).toMatchObject({ current_plan: 'Pro' })
  expect(testApp.logged.join()).toContain('A second subscription of one account was refunded and cancelled')
})

test('tries again to refund a second subscription when the provider did not answer', async () => {
  let isDown = true
  testApp = await startTestApp({
    works: false,
    payment: (fakeStripe): Payment => ({
      ...fakeStripe,
      refundAndCancel: async (id) => {
        if (isDown) throw new Error('down')
        return fakeStripe.refundAndCancel(id)
      },
    }),
  })
  const ana = await testApp.teacher('ana')
  await payTwice(ana)
  await testApp.watchSubscriptions(new Date(), {
    refundAndCancel: async () => Promise.reject(new Error('down')),
  })
  expect(await refunds()).toEqual([])
  isDown = false
  await testApp.watchSubscriptions(new Date())
  await testApp.watchSubscriptions(new Date())
  expect(await refunds()).toHaveLength(1)
  expect((await storedSubscriptions()).filter(({ status }) => status === 'active')).toHaveLength(1)
})

test('keeps count of words through an upgrade, a second subscription and a cancellation', async () => {
  testApp = await startTestApp()
  const ana = await testApp.teacher('ana')
  const used = async () => (await readTeacher(ana)).words_used_current_cycle
  const spend = async (words: number) => {
    const { body } = await ana.call('POST', '/documents/text', { text: prose(words) })
    expect(await ana.finished((body as { id: string }).id)).toMatchObject({ status: 'COMPLETED' })
  }
  await spend(400)
  await payTwice(ana)
  expect(await used()).toBe(400)
  await spend(300)
  await testApp.watchSubscriptions(new Date())
  expect(await used()).toBe(700)
  await inPortal(ana, 'cancel')
  await inPortal(ana, 'end-period')
  expect(await readTeacher(ana)).toMatchObject({
    current_plan: 'Free',
    words_used_current_cycle: 700,
    remaining_words_current_cycle: 4_300,
  })
})

/** Sends a signed event about a subscription that is not in the event, but at the provider. */
async function sendSigned(subscription: string): Promise<number> {
  const { rows } = await testApp.database.query(
    "select body ->> 'value' as secret from payment_stand_in where kind = 'secret'",
  )
  const object = { id: subscription, object: 'subscription' }
  const event = {
    id: `evt_${subscription}`,
    object: 'event',
    type: 'customer.subscription.updated',
    data: { object },
  }
  const payload = JSON.stringify(event)
  const signature = await new Stripe('sk_test_x').webhooks.generateTestHeaderStringAsync({
    payload,
    secret: String(rows[0]?.secret),
  })
  const { statusCode } = await testApp.app.inject({
    method: 'POST',
    url: '/api/v1/payment/webhook',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  })
  return statusCode
}

test.each([
  ['no teacher', {}],
  ['somebody who is no id', { teacher_id: 'the headteacher' }],
  ['a teacher of another installation', { teacher_id: '7b0b0d3e-0000-4000-8000-000000000000' }],
])('accepts and logs an event whose subscription names %s', async (_name, metadata) => {
  testApp = await startTestApp({ works: false })
  const ana = await testApp.teacher('ana')
  await subscribe(ana)
  await testApp.database.query(
    `insert into payment_stand_in (kind, id, body)
     select kind, 'sub_stranger', body || jsonb_build_object('id', 'sub_stranger', 'customer', 'cus_stranger', 'metadata', $1::jsonb)
     from payment_stand_in where kind = 'subscription'`,
    [JSON.stringify(metadata)],
  )
  expect(await sendSigned('sub_stranger')).toBe(200)
  expect(await sendSigned('sub_stranger')).toBe(200)
  expect(testApp.logged.filter((line) => line.includes('A payment event concerns nobody here'))).toHaveLength(
    1,
  )
  expect(await storedSubscriptions()).toHaveLength(1)
})
