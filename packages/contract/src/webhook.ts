import * as z from 'zod/mini'
import { Id, Time } from './scalars.ts'

export const webhookEvents = ['document.completed', 'test'] as const
export const WebhookEvent = z.enum(webhookEvents)
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** `off` by its teacher; `gone` where it failed for so long, or said itself (410), that nothing is sent to it any more. */
export const webhookStates = ['on', 'off', 'gone'] as const
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

/** Why an attempt failed: an answer other than 2xx, an address that may not be called, nobody there, no answer in time, or a certificate that does not fit. */
export const deliveryFailures = ['status', 'address', 'unreachable', 'timeout', 'certificate'] as const

export const webhookLimits = {
  endpoints: 10,
  urlCharacters: 2_000,
  answerWithinMs: 10_000,
  /** Test events to one endpoint within `testMinutes`. */
  tests: 5,
  testMinutes: 10,
  /** An endpoint that has failed for so long is given up. */
  goneAfterDays: 5,
  /** How long the secret before the last change still signs beside the new one. */
  oldSecretHours: 24,
  logDays: 30,
  logRows: 50,
} as const

const minute = 60_000
const hour = 60 * minute
/** Rest before each attempt after the one before, as Standard Webhooks proposes: eight attempts in some 32 hours. */
export const webhookRestMs = [0, 5_000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour] as const

/** An address of the teacher's that is told of what happens. */
export const Webhook = z.object({
  id: Id,
  url: z.string(),
  state: z.enum(webhookStates),
  /** Since when every attempt has failed; null while it works. */
  failing_since: z.nullable(Time),
  /** Until when the secret before this one still signs; null where there is none. */
  old_secret_until: z.nullable(Time),
  created_at: Time,
})
export type Webhook = z.infer<typeof Webhook>

/** With its signing secret, which is shown when it is made and never again. */
export const WebhookWithSecret = z.extend(Webhook, { secret: z.string() })
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>

export const WebhookInput = z.object({
  url: z.pipe(
    z.string().check(z.trim(), z.maxLength(webhookLimits.urlCharacters, 'This address is too long.')),
    z.url('Enter an address that begins with https://.'),
  ),
  /** In which its owner reads mails about it. */
  language: z._default(z.string().check(z.maxLength(20)), 'en-GB'),
})
export type WebhookInput = z.output<typeof WebhookInput>

export const WebhookChange = z.object({ state: z.enum(['on', 'off']) })

/** One message to one endpoint, with all of its attempts. */
export const WebhookDelivery = z.object({
  id: Id,
  event: WebhookEvent,
  document_id: z.nullable(Id),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  /** HTTP status of the last answer; null where there was none. */
  last_status: z.nullable(z.int()),
  last_failure: z.nullable(z.enum(deliveryFailures)),
  created_at: Time,
  /** Null once it is delivered or given up. */
  next_attempt_at: z.nullable(Time),
  finished_at: z.nullable(Time),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>
