import { writeFile } from 'node:fs/promises'
import type { Document } from '@penmark/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { OutsideError } from '../services/observe/call-outside.ts'
import { createStripe } from '../services/payment/stripe.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { prose } from '../testing/text.ts'

let testApp: TestApp
afterEach(() => testApp.close())

/** The lines of the log about services outside. */
const logged = () =>
  testApp.logged
    .filter((line) => line.includes('A service outside failed a call'))
    .map((line) => JSON.parse(line) as object)

/** Stripe, which answers everything like this. */
const stripeThat = (status: number, type: string) => () =>
  createStripe({
    secretKey: 'sk_test_a',
    webhookSecret: 'whsec_a',
    proPriceId: 'price_a',
    fetch: async () =>
      new Response(JSON.stringify({ error: { type, message: 'Not so.' } }), {
        status,
        headers: { 'content-type': 'application/json' },
      }),
  })

describe('a fault of the payment provider', () => {
  test.each([
    [401, 'authentication_error'],
    [402, 'card_error'],
    [403, 'invalid_request_error'],
    [404, 'invalid_request_error'],
    [500, 'api_error'],
  ])('with its status %s is not shown as one of the caller, and is logged', async (status, type) => {
    testApp = await startTestApp({ works: false, payment: stripeThat(status, type) })
    const ana = await testApp.teacher('ana')
    const answer = await ana.call('POST', '/create-checkout-session', { price_id: 'price_a' })
    expect(answer).toMatchObject({
      status: 503,
      body: { code: 'busy', detail: expect.stringContaining('payment provider') },
    })
    expect(logged()).toMatchObject([
      { service: 'payment', fault: status === 500 ? 'unavailable' : 'refused' },
    ])
  })
})

describe('a fault of the storage', () => {
  test('is not shown as an interrupted upload, and is logged', async () => {
    const broken = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', statusCode: 400 })
    const put = () => Promise.reject(new OutsideError('files', 'unavailable', { cause: broken }))
    testApp = await startTestApp({ works: false, wrapStorage: () => ({ put }) })
    const ana = await testApp.teacher('ana')
    const answer = await ana.upload('/documents/upload', 'file', [{ name: 'essay.txt', content: prose(60) }])
    expect(answer).toMatchObject({
      status: 503,
      body: { code: 'busy', detail: expect.stringContaining('storage of files is not responding') },
    })
    expect(answer.headers['retry-after']).toBe('30')
    expect(logged()).toMatchObject([{ service: 'files', fault: 'unavailable' }])
  })

  test.each([
    [
      'never becomes a report',
      Infinity,
      {
        status: 'ERROR',
        finding: null,
        word_count: null,
        status_reason: expect.stringContaining('is not the one that was uploaded'),
      },
    ],
    ['that passes leaves the whole text in the report', 2, { status: 'COMPLETED', word_count: 60 }],
  ])('that cuts off a file %s', async (_, times, end) => {
    let cuts = 0
    testApp = await startTestApp({
      wrapStorage: (storage) => ({
        async localCopy(key) {
          const copy = await storage.localCopy(key)
          cuts += 1
          if (copy === null || cuts > times) return copy
          const path = `${testApp.folder}/cut-${cuts}`
          await writeFile(path, prose(30))
          return { path, release: copy.release }
        },
      }),
    })
    const ana = await testApp.teacher('ana')
    const { body } = await ana.upload('/documents/upload', 'file', [
      { name: 'essay.txt', content: prose(60) },
    ])
    const { id } = body as Document
    // Without the pauses between the attempts.
    const hurry = setInterval(
      () => void testApp.database.query("update queue.job set start_after = now() where state = 'retry'"),
      100,
    )
    expect(await ana.finished(id).finally(() => clearInterval(hurry))).toMatchObject(end)
  })
})

test('an error of another library does not choose the status of an answer', async () => {
  testApp = await startTestApp({ works: false })
  testApp.app.get('/foreign', async () => {
    throw Object.assign(new Error('Forbidden'), { statusCode: 403, status: 403 })
  })
  expect((await testApp.app.inject('/foreign')).statusCode).toBe(500)
  expect(testApp.logged.join('')).toContain('A call failed')
})
