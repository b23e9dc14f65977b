import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type Document,
  type Report,
  type Student,
  type Webhook,
  type WebhookDelivery,
  type WebhookWithSecret,
  webhookLimits,
  webhookRestMs,
} from '@penmark/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createEgress, type Egress } from '../../../services/egress/egress.ts'
import { startBackgroundWorker } from '../../../services/queue/background-worker.ts'
import { createGate } from '../../../testing/gate.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import {
  type DeliverDependencies,
  deliverNext,
  sendMissingDeliveries,
  sweepDeliveries,
  webhookConcurrency,
  webhookWorker,
} from './deliver.ts'

const pollOptions = { timeout: 120_000, interval: 20 }

interface ReceivedWebhook {
  headers: IncomingHttpHeaders
  body: string
}

let server: Server
let address: string
let received: ReceivedWebhook[] = []
let answer = 204
let answerBody = ''
let testApp: TestApp
let teachers = 0
let ana: TestTeacher

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') })
      response.writeHead(answer, answer === 302 ? { location: '/elsewhere' } : {}).end(answerBody)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  testApp = await startTestApp({ works: false })
})
afterAll(async () => {
  await testApp.close()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(async () => {
  received = []
  answer = 204
  answerBody = ''
  teachers += 1
  ana = await testApp.teacher(`ana-${teachers}`)
  await testApp.database.query('delete from webhook_deliveries')
})

const add = async (teacher = ana) =>
  (await teacher.call('POST', '/integrations/webhooks', { url: address })).body as WebhookWithSecret
const sendTest = async ({ id }: Webhook) =>
  (await ana.call('POST', `/integrations/webhooks/${id}/test`)).body as WebhookDelivery
const log = async ({ id }: Webhook) =>
  (await ana.call('GET', `/integrations/webhooks/${id}/deliveries`)).body as WebhookDelivery[]
const readWebhook = async ({ id }: Webhook) =>
  ((await ana.call('GET', '/integrations/webhooks')).body as Webhook[]).find((each) => each.id === id)
const dependencies = () => ({
  database: testApp.database,
  mailer: testApp.mailer,
  egress: createEgress({ allowPrivate: true }),
  publicUrl: 'https://penmark.example',
})
/** Makes every delivery that is due at a moment, as the jobs do. */
async function deliverAll(deliverDependencies: DeliverDependencies, clock: () => Date): Promise<void> {
  const { rows } = await testApp.database.query('select distinct teacher_id from webhook_deliveries')
  for (const { teacher_id } of rows)
    while (await deliverNext(deliverDependencies, String(teacher_id), clock));
}
const deliver = (at = new Date(Date.now() + 1_000)) => deliverAll(dependencies(), () => at)

/** As a receiver checks it: HMAC-SHA256 over id, timestamp and the bytes of the body. */
function isSigned({ headers, body }: ReceivedWebhook, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const message = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const expected = `v1,${createHmac('sha256', key).update(message).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}

describe('a webhook', () => {
  test('reports a finished document by ids, status and links, signed, without text or filename', async () => {
    const works = await startTestApp()
    try {
      const bo = await works.teacher('bo')
      const { secret } = await add(bo)
      const { id } = (
        await bo.upload('/documents/upload', 'file', [{ name: 'zebrafish.txt', content: prose(120) }])
      ).body as Document
      await bo.finished(id)
      await expect.poll(() => received.length, { timeout: 120_000 }).toBe(1)
      const [message] = received as [ReceivedWebhook]
      const { finding, ai_share } = (await bo.call('GET', `/results/document/${id}`)).body as Report
      expect(finding).not.toBeNull()
      expect(JSON.parse(message.body)).toEqual({
        type: 'document.completed',
        timestamp: expect.any(String),
        data: {
          document_id: id,
          student_id: null,
          class_group_id: null,
          status: 'COMPLETED',
          finding,
          ai_share,
          standing: expect.stringMatching(/^(needs-you|unclear|nothing-found)$/),
          standing_reasons: expect.any(Array),
          links: {
            document: `http://localhost/api/v1/documents/${id}`,
            report: `http://localhost/api/v1/results/document/${id}`,
            page: `http://localhost/documents/${id}/report`,
          },
        },
      })
      expect(isSigned(message, secret)).toBe(true)
      expect(isSigned({ ...message, body: `${message.body} ` }, secret)).toBe(false)
    } finally {
      await works.close()
    }
  })

  test('names the student and class to which the document was assigned during processing', async () => {
    const [started, mayContinue] = [createGate(), createGate()]
    const works = await startTestApp({
      wrap: (pipeline) => ({
        report: async (...parameters) => {
          started.open()
          await mayContinue.passed
          return pipeline.report(...parameters)
        },
      }),
    })
    try {
      const bo = await works.teacher('bo')
      await add(bo)
      const { id: student_id } = (
        await bo.call('POST', '/students', { first_name: 'Ida', last_name: 'Holm' })
      ).body as Student
      const { id } = (await bo.call('POST', '/documents/text', { text: prose(60) })).body as Document
      await started.passed
      expect((await bo.call('PUT', `/documents/${id}/assign-student`, { student_id })).status).toBe(200)
      mayContinue.open()
      await bo.finished(id)
      await expect.poll(() => received.length, { timeout: 120_000 }).toBe(1)
      expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ data: { document_id: id, student_id } })
    } finally {
      mayContinue.open()
      await works.close()
    }
  })

  test('shows its secret only when it is created', async () => {
    const made = await add()
    expect(made.secret).toMatch(/^whsec_[\w+/=]{44}$/)
    expect((await ana.call('GET', '/integrations/webhooks')).text).not.toContain(made.secret)
    expect((await ana.call('GET', '/teachers/me/export')).text).not.toContain(made.secret)
  })

  test('can be tested with a special event, and the log shows the result', async () => {
    const made = await add()
    const { id } = await sendTest(made)
    expect(await log(made)).toMatchObject([{ id, event: 'test', state: 'waiting', attempts: 0 }])
    await deliver()
    expect(
      received.map(({ headers, body }) => [headers['webhook-id'], JSON.parse(body) as unknown]),
    ).toMatchObject([[id, { type: 'test' }]])
    expect(await log(made)).toMatchObject([
      { state: 'delivered', attempts: 1, last_status: 204, last_failure: null, next_attempt_at: null },
    ])
    await deliver()
    expect(received).toHaveLength(1)
  })

  test('is retried with growing delays under the same id, and finally given up', async () => {
    answer = 500
    const made = await add()
    await sendTest(made)
    const first = new Date(Date.now() + 1_000)
    let at = first
    for (const [tries] of webhookRestMs.entries()) {
      await deliver(at)
      expect(received).toHaveLength(tries + 1)
      const rest = webhookRestMs[tries + 1]
      if (rest === undefined) break
      await deliver(new Date(at.getTime() + rest - 1))
      expect(received).toHaveLength(tries + 1)
      at = new Date(at.getTime() + rest)
    }
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await log(made)).toMatchObject([
      { state: 'failed', attempts: 8, last_status: 500, last_failure: 'status' },
    ])
    expect((at.getTime() - first.getTime()) / 3_600_000).toBeLessThan(32)
    expect(await readWebhook(made)).toMatchObject({ state: 'on', failing_since: expect.any(String) })
  })

  test('counts a success with a long body as one, and drops the body', async () => {
    answer = 200
    answerBody = 'x'.repeat(1_000_000)
    const made = await add()
    await sendTest(made)
    await deliver()
    expect(await log(made)).toMatchObject([{ state: 'delivered', last_status: 200, last_failure: null }])
  })

  test('follows no redirect', async () => {
    answer = 302
    const made = await add()
    await sendTest(made)
    await deliver()
    expect(received).toHaveLength(1)
    expect(await log(made)).toMatchObject([{ state: 'waiting', last_status: 302, last_failure: 'status' }])
  })

  test('counts as working again after one success', async () => {
    answer = 500
    const made = await add()
    await sendTest(made)
    await deliver()
    answer = 200
    await deliver(new Date(Date.now() + 60_000))
    expect(await log(made)).toMatchObject([{ state: 'delivered', attempts: 2 }])
    expect(await readWebhook(made)).toMatchObject({ state: 'on', failing_since: null })
  })

  test.each([
    ['failed for five days', 500, webhookLimits.goneAfterDays],
    ['says itself that it is gone', 410, 0],
  ])('that %s is disabled until someone turns it on', async (_, status, days) => {
    answer = status
    const made = await add()
    await testApp.database.query(
      `update webhook_endpoints set failing_since = now() - interval '${days} days' where id = $1`,
      [made.id],
    )
    await sendTest(made)
    await sendTest(made)
    await deliver()
    expect(await readWebhook(made)).toMatchObject({ state: 'gone' })
    expect((await log(made)).map(({ state }) => state)).toEqual(['failed', 'failed'])
    const mails = (await testApp.mailer.list({ limit: 50 })).filter(({ kind }) => kind === 'webhook.given-up')
    expect(mails).toMatchObject([{ subject: 'A webhook was turned off' }])
    const { body = '' } = (await testApp.mailer.readOptional(mails[0]?.id ?? '')) ?? {}
    expect(body).toContain(`has stopped notifying ${new URL(made.url).origin} of finished documents`)
    await testApp.database.query("delete from mails where kind = 'webhook.given-up'")
    expect(await ana.call('POST', `/integrations/webhooks/${made.id}/test`)).toMatchObject({ status: 409 })
    expect(await ana.call('PUT', `/integrations/webhooks/${made.id}`, { state: 'on' })).toMatchObject({
      body: { state: 'on', failing_since: null },
    })
  })

  test('also signs with the old secret for a day after it was changed', async () => {
    const made = await add()
    const { secret } = (await ana.call('POST', `/integrations/webhooks/${made.id}/secret`))
      .body as WebhookWithSecret
    await sendTest(made)
    await deliver()
    await sendTest(made)
    await deliver(new Date(Date.now() + webhookLimits.oldSecretHours * 60 * 60 * 1_000 + 1_000))
    expect(received.map((each) => [isSigned(each, made.secret), isSigned(each, secret)])).toEqual([
      [true, true],
      [false, true],
    ])
  })

  test('that is turned off receives nothing more, not even what was waiting', async () => {
    const made = await add()
    await sendTest(made)
    await ana.call('PUT', `/integrations/webhooks/${made.id}`, { state: 'off' })
    await deliver()
    expect(received).toEqual([])
    expect(await log(made)).toMatchObject([{ state: 'failed' }])
  })

  test('is deleted with its log', async () => {
    const made = await add()
    await sendTest(made)
    expect(await ana.call('DELETE', `/integrations/webhooks/${made.id}`)).toMatchObject({
      status: 200,
      body: { deleted: true },
    })
    await deliver()
    expect(received).toEqual([])
    expect((await ana.call('GET', `/integrations/webhooks/${made.id}/deliveries`)).status).toBe(404)
  })

  test('keeps its log for thirty days', async () => {
    const made = await add()
    await sendTest(made)
    await deliver()
    await sweepDeliveries(testApp.database, new Date(Date.now() + (webhookLimits.logDays - 1) * 86_400_000))
    expect(await log(made)).toHaveLength(1)
    await sweepDeliveries(testApp.database, new Date(Date.now() + (webhookLimits.logDays + 1) * 86_400_000))
    expect(await log(made)).toHaveLength(0)
  })
})

describe('many deliveries', () => {
  /** Fills an address's log with this many test deliveries. */
  const fill = ({ id }: Webhook, deliveries: number) =>
    testApp.database.query(
      `insert into webhook_deliveries (id, endpoint_id, teacher_id, event, next_attempt_at)
       select gen_random_uuid(), e.id, e.teacher_id, 'test', now() from webhook_endpoints e, generate_series(1, $2) where e.id = $1`,
      [id, deliveries],
    )

  test('to unresponsive addresses of one teacher do not block other teachers', async () => {
    const bo = await testApp.teacher(`bo-${teachers}`)
    const hanging: Webhook[] = []
    for (let made = 0; made < webhookLimits.endpoints; made += 1) hanging.push(await add())
    for (const endpoint of hanging) await fill(endpoint, 10)
    await sendMissingDeliveries(testApp.database, new Date())
    const addressOfBo = `${address}/bo`
    const { id } = (await bo.call('POST', '/integrations/webhooks', { url: addressOfBo })).body as Webhook
    const [reached, mayContinue] = [createGate(), createGate()]
    let hangs = 0
    const send: Egress['send'] = async ({ url }) => {
      if (url === addressOfBo) reached.open()
      else {
        hangs += 1
        await mayContinue.passed
      }
      return { status: 200, headers: {}, body: Buffer.alloc(0) }
    }
    const { database } = testApp
    const logger = pino({ level: 'silent' })
    const stop = startBackgroundWorker(
      { database, logger },
      { webhooks: webhookWorker({ ...dependencies(), egress: { send } }) },
      [],
    )
    try {
      await expect.poll(() => hangs, pollOptions).toBe(webhookConcurrency.perTeacher)
      await bo.call('POST', `/integrations/webhooks/${id}/test`)
      await reached.passed
      expect(hangs).toBe(webhookConcurrency.perTeacher)
      mayContinue.open()
      await expect.poll(() => hangs, pollOptions).toBe(100)
    } finally {
      mayContinue.open()
      await stop()
    }
  })

  test('to hanging addresses that take every place delay another teacher until each has given up once', async () => {
    const bo = await testApp.teacher(`bo-${teachers}`)
    for (let nth = 0; nth < webhookConcurrency.atOnce / webhookConcurrency.perTeacher; nth += 1) {
      const teacher = await testApp.teacher(`hanging-${teachers}-${nth}`)
      // An address has one delivery in progress at a time.
      for (let made = 0; made < webhookConcurrency.perTeacher; made += 1) {
        const { body } = await teacher.call('POST', '/integrations/webhooks', { url: `${address}/hangs` })
        await fill(body as Webhook, 10)
      }
    }
    const addressOfBo = `${address}/bo`
    const { id } = (await bo.call('POST', '/integrations/webhooks', { url: addressOfBo })).body as Webhook
    await sendMissingDeliveries(testApp.database, new Date())
    const [reached, mayContinue] = [createGate(), createGate()]
    const givingUp: (() => void)[] = []
    const send: Egress['send'] = async ({ url }) => {
      if (url === addressOfBo) reached.open()
      else await Promise.race([mayContinue.passed, new Promise<void>((resolve) => givingUp.push(resolve))])
      return { status: 200, headers: {}, body: Buffer.alloc(0) }
    }
    const { database } = testApp
    const stop = startBackgroundWorker(
      { database, logger: pino({ level: 'silent' }) },
      { webhooks: webhookWorker({ ...dependencies(), egress: { send } }) },
      [],
    )
    try {
      await expect.poll(() => givingUp.length, pollOptions).toBe(webhookConcurrency.atOnce)
      await bo.call('POST', `/integrations/webhooks/${id}/test`)
      for (const giveUp of givingUp.slice(0, webhookConcurrency.atOnce)) giveUp()
      await reached.passed
    } finally {
      mayContinue.open()
      await stop()
    }
  })

  test('to an address that hangs do not delay another address of the same teacher', async () => {
    const hanging = await add()
    await fill(hanging, 10)
    const healthy = (await ana.call('POST', '/integrations/webhooks', { url: `${address}/healthy` }))
      .body as Webhook
    await fill(healthy, 10)
    const [reached, mayEnd] = [createGate(), createGate()]
    let hangs = 0
    let delivered = 0
    const send: Egress['send'] = async ({ url }) => {
      if (url === healthy.url) delivered += 1
      else {
        hangs += 1
        reached.open()
        await mayEnd.passed
      }
      return { status: 200, headers: {}, body: Buffer.alloc(0) }
    }
    const sending = { ...dependencies(), egress: { send } }
    const { id } = (
      await testApp.database.query('select teacher_id as id from webhook_endpoints where id = $1', [
        hanging.id,
      ])
    ).rows[0] as {
      id: string
    }
    // Either address may come first.
    let held = deliverNext(sending, id)
    while ((await Promise.race([held, reached.passed])) === true && hangs === 0)
      held = deliverNext(sending, id)
    await expect.poll(() => deliverNext(sending, id), pollOptions).toBe(false)
    expect(delivered).toBe(10)
    mayEnd.open()
    expect(await held).toBe(true)
  })

  test('are signed when they are sent, and sent once, however long the run takes', async () => {
    await fill(await add(), 10)
    let time = Date.now() + 1_000
    const clock = () => new Date(time)
    const sent: string[] = []
    const ok = { status: 200, headers: {}, body: Buffer.alloc(0) }
    const record: Egress['send'] = async ({ headers }) => {
      sent.push(headers?.['webhook-id'] ?? '')
      expect(Number(headers?.['webhook-timestamp'])).toBe(Math.floor(time / 1_000))
      return ok
    }
    const send: Egress['send'] = async (outgoing) => {
      await record(outgoing)
      time += webhookLimits.answerWithinMs
      // Another process looks for work at the same time.
      await deliverAll({ ...dependencies(), egress: { send: record } }, clock)
      return ok
    }
    await deliverAll({ ...dependencies(), egress: { send } }, clock)
    expect(new Set(sent).size).toBe(10)
    expect(sent).toHaveLength(10)
  })

  test('cannot be abused as tests: five in ten minutes per address', async () => {
    const made = await add()
    const test = () => ana.call('POST', `/integrations/webhooks/${made.id}/test`)
    const answers = await Promise.all(Array.from({ length: webhookLimits.tests + 3 }, test))
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(webhookLimits.tests)
    const refused = answers.find(({ status }) => status !== 202)
    expect(refused).toMatchObject({
      status: 503,
      body: { code: 'busy', detail: expect.stringContaining('Five tests') },
    })
    await testApp.database.query(
      "update webhook_deliveries set created_at = created_at - interval '10 minutes'",
    )
    expect((await test()).status).toBe(202)
  })
})

test('allows at most ten webhooks, and none to internal addresses, without https, or with a password', async () => {
  const open = await startTestApp({ works: false, egress: createEgress({ allowPrivate: false }) })
  try {
    const bo = await open.teacher('bo')
    for (const url of [
      'http://school.example/',
      'https://127.0.0.1/',
      'https://169.254.169.254/',
      'https://a:b@school.example/',
      'school',
    ])
      expect(await bo.call('POST', '/integrations/webhooks', { url })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['url'] }] },
      })
    const good = () => bo.call('POST', '/integrations/webhooks', { url: 'https://school.example/' })
    for (let made = 0; made < webhookLimits.endpoints; made += 1) expect((await good()).status).toBe(201)
    expect(await good()).toMatchObject({ status: 409 })
  } finally {
    await open.close()
  }
})
