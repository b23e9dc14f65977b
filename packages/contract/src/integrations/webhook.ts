import * as z from 'zod/mini'
import { Id, Time } from '../values/scalars.ts'

/** What happened to a case. */
export const caseEvents = [
  'case.opened',
  'case.changed',
  'case.asked',
  'case.answered',
  'case.decided',
  'case.appealed',
  'case.appeal-ended',
  'case.deleted',
] as const
export type CaseEvent = (typeof caseEvents)[number]

export const webhookEvents = ['document.completed', ...caseEvents, 'writing.handed_in', 'test'] as const
export const WebhookEvent = z.enum(webhookEvents)
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** `off` by its teacher; `gone` after failing for too long or answering 410. */
export const webhookStates = ['on', 'off', 'gone'] as const
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

/**
 * Why an attempt failed: a status other than 2xx, a forbidden address, unreachable, timeout, or an invalid
 * certificate.
 */
export const deliveryFailures = ['status', 'address', 'unreachable', 'timeout', 'certificate'] as const

export const webhookLimits = {
  endpoints: 10,
  urlCharacters: 2_000,
  answerWithinMs: 10_000,
  /** Test events to one endpoint within `testMinutes`. */
  tests: 5,
  testMinutes: 10,
  /** An endpoint that has failed for this long is disabled. */
  goneAfterDays: 5,
  /** How long deliveries are also signed with the previous secret. */
  oldSecretHours: 24,
  logDays: 30,
  logRows: 50,
} as const

const minute = 60_000
const hour = 60 * minute
/** Delays between attempts, as Standard Webhooks proposes: eight attempts in some 32 hours. */
export const webhookRestMs = [
  0,
  5_000,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
] as const

/** A teacher's address that is notified of events. */
export const Webhook = z.object({
  id: Id,
  url: z.string(),
  state: z.enum(webhookStates),
  /** Since when all attempts have failed; null while it works. */
  failing_since: z.nullable(Time),
  /** Until when the previous secret keeps signing; null for none. */
  old_secret_until: z.nullable(Time),
  created_at: Time,
})
export type Webhook = z.infer<typeof Webhook>

/** With its signing secret, shown only once. */
export const WebhookWithSecret = z.extend(Webhook, { secret: z.string() })
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>

export const WebhookInput = z.object({
  url: z.pipe(
    z.string().check(z.trim(), z.maxLength(webhookLimits.urlCharacters, 'address_too_long')),
    z.url('address_not_https'),
  ),
  /** Language of emails about it. */
  language: z._default(z.string().check(z.maxLength(20)), 'en-GB'),
})
export type WebhookInput = z.output<typeof WebhookInput>

export const WebhookChange = z.object({ state: z.enum(['on', 'off']) })

/** One message to one endpoint, with all of its attempts. */
export const WebhookDelivery = z.object({
  id: Id,
  event: WebhookEvent,
  document_id: z.nullable(Id),
  case_id: z.nullable(Id),
  /** A student's text in a writing task. */
  submission_id: z.nullable(Id),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  /** HTTP status of the last response; null for none. */
  last_status: z.nullable(z.int()),
  last_failure: z.nullable(z.enum(deliveryFailures)),
  created_at: Time,
  /** Null once delivered or given up. */
  next_attempt_at: z.nullable(Time),
  finished_at: z.nullable(Time),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>
