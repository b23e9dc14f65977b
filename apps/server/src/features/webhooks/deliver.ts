import { type deliveryFailures, webhookLimits } from '@penmark/contract'
import type { Connection, Database } from '../../database/database.ts'
import { type Egress, EgressError } from '../../outside/egress/egress.ts'
import type { Post } from '../../outside/mail/post.ts'
import { givenUpLetter } from './letters.ts'
import { bodyOf, headersOf, isGivenUp, nextAttempt } from './rules.ts'
import {
  claimDeliveries,
  type DeliveryRow,
  deleteOldDeliveries,
  type EndpointRow,
  selectOptionalEmail,
  selectOptionalEndpointForUpdate,
  selectOptionalEndpointOf,
  updateDelivery,
  updateEndpoint,
  updateGivenUp,
} from './store.ts'

export interface DeliverParts {
  database: Database
  egress: Pick<Egress, 'send'>
  post: Pick<Post, 'send'>
  /** Where the product is reached, without a slash at the end. */
  publicUrl: string
}

export const webhookWork = { lookEveryMs: 2_000, atOnce: 8 } as const
/** An attempt that was not closed by then belonged to a process that died. */
const heldMs = webhookLimits.answerWithinMs * 3
/** Answers are not read, only their beginning is taken off the wire. */
const answerBytes = 64 * 1_024
const dayMs = 24 * 60 * 60 * 1_000

interface Outcome {
  status: number | null
  failure: (typeof deliveryFailures)[number] | null
}

async function send({ egress, publicUrl }: DeliverParts, endpoint: EndpointRow, row: DeliveryRow, now: Date): Promise<Outcome> {
  const body = bodyOf(row, publicUrl)
  const headers = headersOf(endpoint, row.id, body, now)
  try {
    const { url } = endpoint
    const { status } = await egress.send({
      method: 'POST',
      url,
      headers,
      body,
      withinMs: webhookLimits.answerWithinMs,
      maximumBytes: answerBytes,
    })
    return { status, failure: status >= 200 && status < 300 ? null : 'status' }
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
    return { status: null, failure: error.fault === 'too-large' ? 'status' : error.fault }
  }
}

/** Mails the teacher that an address was given up, in the step in which it is. */
async function tellOwner(
  { post, publicUrl }: DeliverParts,
  connection: Connection,
  { teacher_id, url, language }: EndpointRow,
): Promise<void> {
  const email = await selectOptionalEmail(connection, teacher_id)
  if (email !== null) await post.send(connection, givenUpLetter(url, { email, language }, publicUrl))
}

/** One attempt, and what follows from it for the message and for its address. */
async function attempt(parts: DeliverParts, row: DeliveryRow, now: Date): Promise<void> {
  const { database } = parts
  const endpoint = await selectOptionalEndpointOf(database, row)
  if (endpoint?.state !== 'on') return updateGivenUp(database, row.endpoint_id, now)
  const { status, failure } = await send(parts, endpoint, row, now)
  await database.transaction(async (connection) => {
    // The address before its messages, here as everywhere: two attempts that fail together would wait for each other's message.
    const held = await selectOptionalEndpointForUpdate(connection, row)
    if (held === null) return
    const last = { last_status: status, last_failure: failure }
    if (failure === null) {
      await updateDelivery(connection, row.id, { ...last, state: 'delivered', next_attempt_at: null, finished_at: now })
      if (held.failing_since !== null) await updateEndpoint(connection, endpoint.id, { failing_since: null })
      return
    }
    const next = nextAttempt(row.attempts, now)
    const end = next === null ? ({ state: 'failed', next_attempt_at: null, finished_at: now } as const) : { next_attempt_at: next }
    await updateDelivery(connection, row.id, { ...last, ...end })
    const failing_since = held.failing_since ?? now
    // 410 is how an endpoint says that it is gone for good.
    const isGone = status === 410 || isGivenUp(failing_since, now)
    await updateEndpoint(connection, endpoint.id, { failing_since, ...(isGone ? { state: 'gone' } : {}) })
    if (!isGone) return
    await updateGivenUp(connection, endpoint.id, now)
    if (held.state === 'on') await tellOwner(parts, connection, held)
  })
}

/** Sends what is due. Several processes may do so at once. */
export async function deliverDue(parts: DeliverParts, now: Date): Promise<void> {
  const rows = await claimDeliveries(parts.database, webhookWork.atOnce, new Date(now.getTime() + heldMs), now)
  await Promise.all(rows.map((row) => attempt(parts, row, now)))
  if (rows.length === webhookWork.atOnce) await deliverDue(parts, now)
}

/** Forgets what was sent long ago. */
export function sweepDeliveries(database: Database, now: Date): Promise<void> {
  return deleteOldDeliveries(database, new Date(now.getTime() - webhookLimits.logDays * dayMs))
}
