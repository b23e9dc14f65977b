import { randomUUID } from 'node:crypto'
import { type deliveryFailures, webhookLimits } from '@penmark/contract'
import { dayMs } from '../../../lib/durations.ts'
import { nearestLocale } from '../../../locale/locale.ts'
import { translatorOf } from '../../../locale/texts.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import { type Egress, EgressError } from '../../../services/egress/egress.ts'
import type { CaseNotice, Events, WritingNotice } from '../../../services/events/events.ts'
import type { Email } from '../../../services/mail/mail.ts'
import type { Mailer } from '../../../services/mail/mailer.ts'
import type { JobWorker } from '../../../services/queue/background-queues.ts'
import { sendJob, sendMissingJobs } from '../../../services/queue/send-job.ts'
import { readEmail } from '../../accounts/index.ts'
import { readOutcome } from '../../documents/index.ts'
import { bodyOf, headersOf, isGivenUp, nextAttempt } from './rules.ts'
import {
  claimDelivery,
  type DeliveryRow,
  deleteOldDeliveries,
  type EndpointRow,
  insertDeliveries,
  selectActiveEndpoints,
  selectDueTeachers,
  selectIsDue,
  selectOptionalEndpointForUpdate,
  selectOptionalEndpointOf,
  updateDelivery,
  updateEndpoint,
  updateWaitingToFailed,
} from './store.ts'

export interface DeliverDependencies {
  database: Database
  egress: Pick<Egress, 'send'>
  mailer: Pick<Mailer, 'send'>
  /** The product's public URL, without a trailing slash. */
  publicUrl: string
}

/** The current time. Every step reads it again, because an attempt may take seconds. */
type Clock = () => Date
const systemClock: Clock = () => new Date()

/**
 * One teacher never has more than `perTeacher` deliveries in progress, however many of their addresses hang.
 */
export const webhookConcurrency = { atOnce: 8, perTeacher: 2 } as const
const queue = 'webhooks'
/** An attempt that is open for longer belonged to a dead process. */
const leaseMs = webhookLimits.answerWithinMs * 3
/** Responses are not used; only their beginning is read from the socket. */
const maximumResponseBytes = 64 * 1_024

interface Outcome {
  status: number | null
  failure: (typeof deliveryFailures)[number] | null
}

async function send(
  { database, egress, publicUrl }: DeliverDependencies,
  endpoint: EndpointRow,
  row: DeliveryRow,
  now: Date,
): Promise<Outcome> {
  const result = row.document_id === null ? null : await readOutcome(database, row.document_id)
  const body = bodyOf(row, result, publicUrl)
  const headers = headersOf(endpoint, row.id, body, now)
  try {
    const { url } = endpoint
    const { status } = await egress.send({
      method: 'POST',
      url,
      headers,
      body,
      timeoutMs: webhookLimits.answerWithinMs,
      maximumBytes: maximumResponseBytes,
      wantsBeginning: true,
    })
    return { status, failure: status >= 200 && status < 300 ? null : 'status' }
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
    return { status: null, failure: error.fault === 'too-large' ? 'status' : error.fault }
  }
}

/** Emails the teacher that an address was given up, in the same transaction. */
async function notifyOwner(
  { mailer, publicUrl }: DeliverDependencies,
  connection: Connection,
  { teacher_id, url, language }: EndpointRow,
): Promise<void> {
  const email = await readEmail(connection, teacher_id)
  if (email !== null) await mailer.send(connection, givenUpEmail(url, { email, language }, publicUrl))
}

/** Makes one attempt and records its outcome for the delivery and its address. */
async function attempt(dependencies: DeliverDependencies, row: DeliveryRow, clock: Clock): Promise<void> {
  const { database } = dependencies
  const endpoint = await selectOptionalEndpointOf(database, row)
  if (endpoint?.state !== 'on') return updateWaitingToFailed(database, row.endpoint_id, clock())
  const { status, failure } = await send(dependencies, endpoint, row, clock())
  await database.transaction(async (connection) => {
    const now = clock()
    // Always lock the address before its deliveries: two attempts that fail together would deadlock
    // otherwise.
    const locked = await selectOptionalEndpointForUpdate(connection, row)
    if (locked === null) return
    const last = { last_status: status, last_failure: failure }
    if (failure === null) {
      await updateDelivery(connection, row.id, {
        ...last,
        state: 'delivered',
        next_attempt_at: null,
        finished_at: now,
      })
      if (locked.failing_since !== null)
        await updateEndpoint(connection, endpoint.id, { failing_since: null })
      return
    }
    const next = nextAttempt(row.attempts, now)
    const end =
      next === null
        ? ({ state: 'failed', next_attempt_at: null, finished_at: now } as const)
        : { next_attempt_at: next }
    await updateDelivery(connection, row.id, { ...last, ...end })
    if (next !== null)
      await sendJob(connection, queue, row.teacher_id, { startAfter: next, singletonKey: row.id })
    const failing_since = locked.failing_since ?? now
    // 410 says that an endpoint is gone for good.
    const isGone = status === 410 || isGivenUp(failing_since, now)
    await updateEndpoint(connection, endpoint.id, { failing_since, ...(isGone ? { state: 'gone' } : {}) })
    if (!isGone) return
    await updateWaitingToFailed(connection, endpoint.id, now)
    if (locked.state === 'on') await notifyOwner(dependencies, connection, locked)
  })
}

/** Queues the teacher's next job at the back of the queue if anything is due. */
async function queueNext(database: Database, teacher_id: string, now: Date): Promise<void> {
  if (await selectIsDue(database, teacher_id, now)) await sendDeliveries(database, teacher_id)
}

/**
 * Queues the due deliveries of a teacher. At most one job per teacher waits, so that teachers share the
 * worker fairly.
 */
export function sendDeliveries(connection: Connection, teacher_id: string): Promise<void> {
  return sendJob(connection, queue, teacher_id, { singletonKey: teacher_id })
}

/**
 * Makes one due delivery of a teacher; false if there is none, or enough are in progress. Those queue the
 * next one when they end.
 */
export async function deliverNext(
  dependencies: DeliverDependencies,
  teacher_id: string,
  clock: Clock = systemClock,
): Promise<boolean> {
  const { database } = dependencies
  const now = clock()
  const held_until = new Date(now.getTime() + leaseMs)
  const row = await claimDelivery(database, teacher_id, {
    maximumInProgress: webhookConcurrency.perTeacher,
    held_until,
    now,
  })
  if (row === null) return false
  await queueNext(database, teacher_id, now)
  await attempt(dependencies, row, clock)
  await queueNext(database, teacher_id, clock())
  return true
}

export function webhookWorker(dependencies: DeliverDependencies, clock: Clock = systemClock): JobWorker {
  return { atOnce: webhookConcurrency.atOnce, run: ({ id }) => deliverNext(dependencies, id, clock) }
}

/** Sends a job for each teacher with due deliveries and no job. */
export async function sendMissingDeliveries(database: Database, now: Date): Promise<void> {
  await sendMissingJobs(database, queue, await selectDueTeachers(database, now))
}

/** Deletes old deliveries. */
export function sweepDeliveries(database: Database, now: Date): Promise<void> {
  return deleteOldDeliveries(database, new Date(now.getTime() - webhookLimits.logDays * dayMs))
}

/** Queues webhooks for documents that were just completed. Call it in the transaction that completes them. */
export async function deliverCompleted(
  connection: Connection,
  { documents, now }: Events['documentsCompleted'],
): Promise<void> {
  const endpoints = await selectActiveEndpoints(connection, [
    ...new Set(documents.map(({ teacher_id }) => teacher_id)),
  ])
  const deliveries = documents.flatMap(({ id: document_id, teacher_id, student_id, class_group_id }) =>
    endpoints
      .filter((endpoint) => endpoint.teacher_id === teacher_id)
      .map(({ id: endpoint_id }) => {
        const about = { endpoint_id, teacher_id, document_id, student_id, class_group_id }
        return {
          id: randomUUID(),
          ...about,
          event: 'document.completed' as const,
          created_at: now,
          next_attempt_at: now,
        }
      }),
  )
  await insertDeliveries(connection, deliveries)
  // In a fixed order: transactions that complete documents of the same teachers could otherwise wait for each
  // other.
  const teacherIds = new Set(deliveries.map(({ teacher_id }) => teacher_id))
  for (const teacher_id of [...teacherIds].sort()) await sendDeliveries(connection, teacher_id)
}

/** Queues webhooks for a change of a case. Call it in the transaction that makes the change. */
export function deliverCaseEvent(connection: Connection, notice: CaseNotice): Promise<void> {
  return deliverNotice(connection, notice)
}

/** Queues webhooks for a text that is handed in. Call it in the transaction that makes its document. */
export function deliverWritingEvent(connection: Connection, notice: WritingNotice): Promise<void> {
  return deliverNotice(connection, { event: 'writing.handed_in', ...notice })
}

async function deliverNotice(
  connection: Connection,
  { now, ...about }: CaseNotice | (WritingNotice & { event: 'writing.handed_in' }),
): Promise<void> {
  const { teacher_id } = about
  const endpoints = await selectActiveEndpoints(connection, [teacher_id])
  if (endpoints.length === 0) return
  const at = { created_at: now, next_attempt_at: now }
  await insertDeliveries(
    connection,
    endpoints.map(({ id: endpoint_id }) => ({ id: randomUUID(), endpoint_id, ...about, ...at })),
  )
  await sendDeliveries(connection, teacher_id)
}

/** Says that a webhook was turned off because its address kept failing. */
function givenUpEmail(url: string, reader: { email: string; language: string }, publicUrl: string): Email {
  const language = nearestLocale(reader.language)
  const t = translatorOf('emails', language)
  return {
    kind: 'webhook.given-up',
    to: reader.email,
    language,
    subject: t('webhookDisabled.subject'),
    paragraphs: [
      t('webhookDisabled.text', { url: new URL(url).origin }),
      t('webhookDisabled.safe'),
      t('webhookDisabled.note'),
    ],
    action: { text: t('webhookDisabled.action'), url: `${publicUrl}/integrations/webhooks` },
    closing: t('webhookDisabled.closing'),
  }
}
