import { randomUUID } from 'node:crypto'
import {
  type AuditEntry,
  type Document,
  FailedJob,
  InstallationLimit,
  Models,
  PaymentEvent,
  QueueHealth,
  type Reason,
  StorageUse,
  SupportMessage,
  SupportMessageText,
} from '@penmark/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { reason } from '../../../locale/problems/reason.ts'
import { sendJob } from '../../../services/queue/send-job.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'

let testApp: TestApp
let ana: TestTeacher
let bo: TestTeacher
beforeAll(async () => {
  testApp = await startTestApp({ works: false })
  ana = await testApp.teacher('ana')
  // The first account becomes the administrator.
  await ana.call('GET', '/teachers/me')
  bo = await testApp.teacher('bo')
})
afterAll(() => testApp.close())

const queue = async () => QueueHealth.parse((await ana.call('GET', '/admin/queue')).body)
const auditedTargets = async (action: string) =>
  ((await ana.call('GET', `/admin/audit?action=${action}`)).body as AuditEntry[]).map(
    ({ target_id }) => target_id,
  )
const submit = async () =>
  ((await bo.call('POST', '/documents/text', { text: prose(60) })).body as Document).id
/** The latest failure comes first, so two in one test need different times. */
const fail = (id: string, failure: Reason, ago = '0 seconds') =>
  testApp.database.query(
    "update documents set status = 'ERROR', failure = $2, updated_at = now() - $3::interval where id = $1",
    [id, JSON.stringify(failure), ago],
  )

describe('the queue', () => {
  test('shows what waits, runs and failed, and since when', async () => {
    expect(await queue()).toEqual({
      waiting: 0,
      running: 0,
      failed: 0,
      failed_ours: 0,
      oldest_waiting_since: null,
      oldest_running_since: null,
      mails_waiting: 0,
      mails_failed: 0,
      failures: [],
    })
    const [first, second, third, fourth] = [await submit(), await submit(), await submit(), await submit()]
    await testApp.database.query("update documents set queued_at = '2026-11-01T10:00:00Z' where id = $1", [
      first,
    ])
    await testApp.database.query(
      "update documents set status = 'PROCESSING', queued_at = '2026-11-02T10:00:00Z' where id = $1",
      [second],
    )
    await fail(third, reason('file_encrypted'), '1 minute')
    await fail(fourth, reason('reading_failed'))
    const { failures, ...rest } = await queue()
    expect(rest).toEqual({
      waiting: 1,
      running: 1,
      failed: 2,
      failed_ours: 1,
      oldest_waiting_since: '2026-11-01T10:00:00.000Z',
      oldest_running_since: '2026-11-02T10:00:00.000Z',
      mails_waiting: 0,
      mails_failed: 0,
    })
    expect(failures.map(({ id, is_ours, teacher_email }) => [id, is_ours, teacher_email])).toEqual([
      [fourth, true, 'bo@school.example'],
      [third, false, 'bo@school.example'],
    ])
  })

  test('requeues everything that failed, or one document, and audits both', async () => {
    const [theirs, ours] = (await queue()).failures.toReversed().map(({ id }) => id)
    expect((await ana.call('POST', '/admin/queue/retry', {})).body).toEqual({ queued: 1 })
    expect((await bo.call('GET', `/documents/${ours}`)).body).toMatchObject({
      status: 'QUEUED',
      status_reason: null,
    })
    expect((await bo.call('GET', `/documents/${theirs}`)).body).toMatchObject({ status: 'ERROR' })
    expect((await ana.call('POST', '/admin/queue/retry', { document_id: theirs })).body).toEqual({
      queued: 1,
    })
    expect((await bo.call('GET', `/documents/${theirs}`)).body).toMatchObject({ status: 'QUEUED' })
    expect(await auditedTargets('document.retry')).toEqual([theirs, ours])
    for (const [id, status] of [
      [theirs, 409],
      [randomUUID(), 409],
      ['not-an-id', 404],
    ] as const)
      expect((await ana.call('POST', '/admin/queue/retry', { document_id: id })).status).toBe(status)
    expect((await ana.call('POST', '/admin/queue/retry', {})).body).toEqual({ queued: 0 })
  })
})

describe('background jobs that failed for good', () => {
  const jobs = async () => z.array(FailedJob).parse((await ana.call('GET', '/admin/jobs/failed')).body)
  const retry = (id: string) => ana.call('POST', `/admin/jobs/${id}/retry`, {})
  const failJobs = (queueName: string, ago: string) =>
    testApp.database.query(
      `update queue.job set state = 'failed', retry_count = retry_limit, completed_on = now() - $2::interval,
         output = '{"error":"Error: The bucket is gone."}' where name = $1 and state = 'created'`,
      [queueName, ago],
    )
  const waiting = async (queueName: string) =>
    (
      await testApp.database.query(
        "select data ->> 'id' as id, start_after <= now() as due from queue.job where name = $1 and state = 'created' order by created_on",
        [queueName],
      )
    ).rows
  const auditedQueues = async () =>
    ((await ana.call('GET', '/admin/audit?action=job.retry')).body as AuditEntry[]).map(
      ({ target_id, details }) => [target_id, details],
    )

  test('are listed with queue, time, attempts and error, run again once, and audited', async () => {
    expect(await jobs()).toEqual([])
    const erasure = randomUUID()
    await sendJob(testApp.database, 'erasures', erasure)
    await failJobs('erasures', '1 minute')
    await sendJob(testApp.database, 'scheduled-jobs', 'sweep-files', { singletonKey: 'sweep-files' })
    await failJobs('scheduled-jobs', '1 second')
    await sendJob(testApp.database, 'scheduled-jobs', 'sweep-files', {
      singletonKey: 'sweep-files',
      startAfter: 3_600,
    })
    const found = await jobs()
    expect(
      found.map(({ queue: name, subject, attempts, error }) => [name, subject, attempts, error]),
    ).toEqual([
      ['scheduled-jobs', 'sweep-files', 4, 'Error: The bucket is gone.'],
      ['erasures', null, 21, 'Error: The bucket is gone.'],
    ])
    const [sweep, erase] = found.map(({ id }) => id)
    for (const id of [sweep, erase]) expect((await retry(String(id))).body).toEqual({ queued: 1 })
    expect(await waiting('erasures')).toEqual([{ id: erasure, due: true }])
    expect(await waiting('scheduled-jobs')).toEqual([{ id: 'sweep-files', due: true }])
    expect(await jobs()).toEqual([])
    expect(await auditedQueues()).toEqual([
      [erase, { queue: 'erasures' }],
      [sweep, { queue: 'scheduled-jobs' }],
    ])
    for (const [id, status] of [
      [String(erase), 409],
      [randomUUID(), 409],
      ['not-an-id', 404],
    ] as const)
      expect((await retry(id)).status).toBe(status)
  })

  test('make an archive again that its teacher still waits for', async () => {
    const archive = ((await bo.call('POST', '/teachers/me/exports', {})).body as { id: string }).id
    await failJobs('exports', '1 second')
    await testApp.database.query("update exports set state = 'failed' where id = $1", [archive])
    const [job] = await jobs()
    await retry(String(job?.id))
    expect((await bo.call('GET', `/teachers/me/exports/${archive}`)).body).toMatchObject({ state: 'waiting' })
    expect(await waiting('exports')).toEqual([{ id: archive, due: true }])
    await failJobs('exports', '1 second')
    const [again] = await jobs()
    await bo.call('DELETE', `/teachers/me/exports/${archive}`)
    expect((await retry(String(again?.id))).status).toBe(409)
    expect(await waiting('exports')).toEqual([])
    expect(await jobs()).toEqual([again])
  })

  test('are hidden from everyone but administrators', async () => {
    expect((await bo.call('GET', '/admin/jobs/failed')).status).toBe(403)
    expect((await bo.call('POST', `/admin/jobs/${randomUUID()}/retry`, {})).status).toBe(403)
  })
})

test('shows how much space everything takes', async () => {
  await bo.upload('/documents/upload', 'file', [{ name: 'a.txt', content: prose(60) }])
  const { database, files, disk } = StorageUse.parse((await ana.call('GET', '/admin/storage')).body)
  expect(database.bytes).toBeGreaterThan(1_000_000)
  expect(database.tables.map(({ bytes }) => bytes)).toEqual(
    database.tables.map(({ bytes }) => bytes).sort((a, b) => b - a),
  )
  expect(files).toEqual({ count: 1, bytes: Buffer.byteLength(prose(60)) })
  expect(disk).toBeNull()
})

describe('the limits', () => {
  test('are shown to administrators alone', async () => {
    const limits = z.array(InstallationLimit).parse((await ana.call('GET', '/admin/limits')).body)
    expect(limits).toContainEqual({
      code: 'demo-detections',
      area: 'public',
      value: 50,
      unit: 'count',
      per_seconds: 86_400,
      setting: 'DEMO_PER_DAY',
    })
    expect((await bo.call('GET', '/admin/limits')).status).toBe(403)
  })
})

test('shows the released models, and that a different one is in use', async () => {
  const { active, released } = Models.parse((await ana.call('GET', '/admin/models')).body)
  expect(active.name).toBe('tiny')
  expect(released.map(({ name, is_active }) => [name, is_active])).toEqual([
    ['open', false],
    ['standard', false],
  ])
})

test('lists the events of the payment provider, newest first', async () => {
  await testApp.database.query(
    `insert into payment_events (provider, id, type, received_at) values
     ('stand-in', 'evt_1', 'customer.subscription.created', now() - interval '1 hour'), ('stand-in', 'evt_2', 'invoice.paid', now())`,
  )
  const events = z.array(PaymentEvent).parse((await ana.call('GET', '/admin/payment-events')).body)
  expect(events.map(({ id, type }) => [id, type])).toEqual([
    ['evt_2', 'invoice.paid'],
    ['evt_1', 'customer.subscription.created'],
  ])
  expect((await ana.call('GET', '/admin/payment-events?offset=1&limit=1')).body).toMatchObject([
    { id: 'evt_1' },
  ])
})

describe('the support inbox', () => {
  const inbox = async (state = 'open') =>
    z.array(SupportMessage).parse((await ana.call('GET', `/admin/support-messages?state=${state}`)).body)

  test('lists messages without their text, opens one, and closes it', async () => {
    for (const subject of ['First', 'Second'])
      await bo.call('POST', '/support/contact', {
        name: 'Bo',
        email: 'bo@school.example',
        subject,
        message: 'Where is my zebrafish?',
      })
    const [second, first] = await inbox()
    expect([second?.subject, first?.subject]).toEqual(['Second', 'First'])
    expect((await ana.call('GET', '/admin/support-messages')).text).not.toContain('zebrafish')

    const { body } = await ana.call('GET', `/admin/support-messages/${first?.id}`)
    expect(SupportMessageText.parse(body).message).toBe('Where is my zebrafish?')
    expect(await auditedTargets('message.read')).toEqual([first?.id])

    const settle = (closed: boolean) => ana.call('PUT', `/admin/support-messages/${first?.id}`, { closed })
    expect((await settle(true)).body).toMatchObject({ closed_at: expect.any(String) })
    await settle(true)
    expect((await inbox()).map(({ id }) => id)).toEqual([second?.id])
    expect((await inbox('closed')).map(({ id }) => id)).toEqual([first?.id])
    expect(await auditedTargets('message.close')).toEqual([first?.id])
    await settle(false)
    expect(await inbox('closed')).toEqual([])
    expect(await auditedTargets('message.reopen')).toEqual([first?.id])
  })

  test('answers 404 for an unknown message', async () => {
    for (const id of [randomUUID(), 'not-an-id']) {
      expect((await ana.call('GET', `/admin/support-messages/${id}`)).status).toBe(404)
      expect((await ana.call('PUT', `/admin/support-messages/${id}`, { closed: true })).status).toBe(404)
    }
  })
})
