import { createHmac, randomBytes } from 'node:crypto'
import {
  apiBase,
  type Document,
  type Webhook,
  type WebhookDelivery,
  webhookLimits,
  webhookRestMs,
} from '@penmark/contract'
import { dayMs, hourMs } from '../../../lib/durations.ts'
import type { DeliveryRow, EndpointRow } from './store.ts'

const secretPrefix = 'whsec_'

export function createSecret(): string {
  return `${secretPrefix}${randomBytes(32).toString('base64')}`
}

export function oldSecretEnd(now: Date): Date {
  return new Date(now.getTime() + webhookLimits.oldSecretHours * hourMs)
}

/** The finding of a document; null if it was deleted since. */
export type Result = Pick<Document, 'finding' | 'ai_share' | 'standing' | 'standing_reasons'>

type DeliverySubject = Pick<
  DeliveryRow,
  'document_id' | 'case_id' | 'submission_id' | 'student_id' | 'class_group_id'
>

function dataOf(
  { document_id, case_id, submission_id, student_id, class_group_id }: DeliverySubject,
  result: Result | null,
  publicUrl: string,
): object {
  const api = `${publicUrl}${apiBase}`
  if (case_id !== null)
    return {
      case_id,
      student_id,
      class_group_id,
      links: { case: `${api}/cases/${case_id}`, page: `${publicUrl}/cases/${case_id}` },
    }
  if (submission_id !== null) {
    const links = {
      submission: `${api}/writing-submissions/${submission_id}`,
      page: `${publicUrl}/writing/submissions/${submission_id}`,
    }
    return { submission_id, document_id, student_id, class_group_id, links }
  }
  if (document_id === null) return {}
  return {
    document_id,
    student_id,
    class_group_id,
    status: 'COMPLETED',
    finding: result?.finding ?? null,
    ai_share: result?.ai_share ?? null,
    standing: result?.standing ?? null,
    standing_reasons: result?.standing_reasons ?? [],
    links: {
      document: `${api}/documents/${document_id}`,
      report: `${api}/results/document/${document_id}`,
      page: `${publicUrl}/documents/${document_id}/report`,
    },
  }
}

/**
 * The payload for an endpoint: ids, a status, the finding and addresses. It has no score, no student text and
 * no file name, which often holds a student's name.
 */
export function bodyOf(
  { event, created_at, ...about }: DeliveryRow,
  result: Result | null,
  publicUrl: string,
): string {
  return JSON.stringify({
    type: event,
    timestamp: created_at.toISOString(),
    data: dataOf(about, result, publicUrl),
  })
}

function signature(secret: string, message: string): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  return `v1,${createHmac('sha256', key).update(message).digest('base64')}`
}

/** The headers of Standard Webhooks. For a day after a change of secret, the old one signs too. */
export function headersOf(
  endpoint: EndpointRow,
  id: string,
  body: string,
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  const isOldSecretValid = endpoint.old_secret_until !== null && endpoint.old_secret_until > now
  const secrets = [
    endpoint.secret,
    ...(isOldSecretValid && endpoint.old_secret !== null ? [endpoint.old_secret] : []),
  ]
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signature(secret, `${id}.${timestamp}.${body}`)).join(' '),
  }
}

/** When to try again after this many attempts; null for never. */
export function nextAttempt(attempts: number, now: Date): Date | null {
  const delayMs = webhookRestMs[attempts]
  return delayMs === undefined ? null : new Date(now.getTime() + delayMs)
}

/** Whether an endpoint failing since then is given up. */
export function isGivenUp(failing_since: Date, now: Date): boolean {
  return now.getTime() - failing_since.getTime() >= webhookLimits.goneAfterDays * dayMs
}

export function toWebhook({
  id,
  url,
  state,
  failing_since,
  old_secret_until,
  created_at,
}: EndpointRow): Webhook {
  return {
    id,
    url,
    state,
    failing_since: failing_since?.toISOString() ?? null,
    old_secret_until:
      old_secret_until !== null && old_secret_until > new Date() ? old_secret_until.toISOString() : null,
    created_at: created_at.toISOString(),
  }
}

export function toDelivery(row: DeliveryRow): WebhookDelivery {
  const {
    id,
    event,
    document_id,
    case_id,
    submission_id,
    state,
    attempts,
    last_status,
    last_failure,
    created_at,
    next_attempt_at,
    finished_at,
  } = row
  return {
    id,
    event,
    document_id,
    case_id,
    submission_id,
    state,
    attempts,
    last_status,
    last_failure,
    created_at: created_at.toISOString(),
    next_attempt_at: next_attempt_at?.toISOString() ?? null,
    finished_at: finished_at?.toISOString() ?? null,
  }
}
