import { z } from 'zod'

/** The fake Stripe's records. Times are in seconds, as in Stripe. */
const Customer = z.object({ id: z.string(), email: z.string().nullable(), metadata: z.record(z.string(), z.string()) })

const Session = z.object({
  id: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  customer: z.string(),
  price: z.string(),
  metadata: z.record(z.string(), z.string()),
  subscription: z.string().nullable(),
  success_url: z.string(),
  cancel_url: z.string(),
  locale: z.string(),
  created: z.int(),
})

const Subscription = z.object({
  id: z.string(),
  customer: z.string(),
  price: z.string(),
  status: z.enum(['active', 'past_due', 'canceled']),
  cancel_at_period_end: z.boolean(),
  metadata: z.record(z.string(), z.string()),
  /** The start of the first period, from which all periods are counted. */
  start_date: z.int(),
  /** Number of periods started, including the first. */
  periods: z.int(),
  current_period_start: z.int(),
  current_period_end: z.int(),
  /** Whether the card on file pays. */
  card_works: z.boolean(),
})

const Portal = z.object({ id: z.string(), customer: z.string(), return_url: z.string(), locale: z.string(), created: z.int() })

/** An event until it is delivered; `payload` is exactly what is signed. */
const Event = z.object({ id: z.string(), payload: z.string(), number: z.int() })

const Secret = z.object({ id: z.literal('webhook'), value: z.string() })

export const recordKinds = {
  customer: Customer,
  session: Session,
  subscription: Subscription,
  portal: Portal,
  event: Event,
  secret: Secret,
}
export type RecordKind = keyof typeof recordKinds
export type RecordOf<K extends RecordKind> = z.output<(typeof recordKinds)[K]>
