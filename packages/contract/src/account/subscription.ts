import * as z from 'zod/mini'
import { planIds } from '../values/limits.ts'

/** A paid subscription, as last read from the payment provider. */
export const Subscription = z.object({
  /**
   * `active` and `trialing` are paid; `past_due` is waiting for a payment and keeps the plan until
   * `grace_ends_at`.
   */
  status: z.string(),
  /** The plan ends at `current_period_end` without renewal. */
  cancel_at_period_end: z.boolean(),
  current_period_end: z.iso.datetime(),
  grace_ends_at: z.nullable(z.iso.datetime()),
})
export type Subscription = z.infer<typeof Subscription>

/** What the subscriptions page needs in addition to the profile. */
export const Billing = z.object({
  /**
   * Only `stripe` moves money: `stripe-test` and `stand-in` take test payments. `off`: this installation
   * sells nothing.
   */
  provider: z.enum(['stripe', 'stripe-test', 'stand-in', 'off']),
  /** What to send as `price_id` to buy Pro; null if nothing is sold. */
  pro_price_id: z.nullable(z.string()),
  /** Days that a plan continues after a failed payment. */
  grace_days: z.int(),
  /** Whether the teacher is a customer at the provider, so that the portal can be opened. */
  has_portal: z.boolean(),
  /** When the next cycle begins. */
  words_renewed_at: z.iso.datetime(),
  subscription: z.nullable(Subscription),
})
export type Billing = z.infer<typeof Billing>

/** `language` is that of the reader; the provider chooses the nearest it speaks. */
const language = z.optional(z.string().check(z.maxLength(35)))
export const CheckoutInput = z.object({
  price_id: z.string().check(z.minLength(1), z.maxLength(200)),
  language,
})
/** The browser is redirected to `url`. */
export const CheckoutSession = z.object({ sessionId: z.nullable(z.string()), url: z.nullable(z.string()) })
export type CheckoutSession = z.infer<typeof CheckoutSession>
export const PortalInput = z.object({ language })
export const PortalSession = z.object({ url: z.nullable(z.string()) })
export type PortalSession = z.infer<typeof PortalSession>

/** Answer to the provider's event. */
export const EventReceived = z.object({ received: z.literal(true) })

const Words = z.int().check(z.minimum(0), z.maximum(2_000_000_000))
/**
 * An administrator's change: an absent field stays as it is. A null override is the plan's own; null words
 * stay as they are; 0 is zero.
 */
export const UsageLimitsInput = z.object({
  custom_word_limit_override: z.nullish(Words),
  custom_char_limit_override: z.nullish(Words),
  words_used_current_cycle: z.nullish(Words),
})
export type UsageLimitsInput = z.infer<typeof UsageLimitsInput>

/**
 * Schools is agreed with sales and granted by hand. Pro is never granted: revoking Schools leaves whatever is
 * paid for.
 */
export const PlanInput = z.object({ plan: z.enum(['FREE', 'SCHOOLS']) })
export type PlanInput = z.infer<typeof PlanInput>

export const GivenPlan = z.object({ kinde_id: z.string(), current_plan: z.enum(planIds) })
export type GivenPlan = z.infer<typeof GivenPlan>

export const UsageLimits = z.object({
  kinde_id: z.string(),
  current_plan: z.enum(['FREE', 'PRO', 'SCHOOLS']),
  custom_word_limit_override: z.nullable(z.int()),
  custom_char_limit_override: z.nullable(z.int()),
  /** Words a month; null is unlimited. */
  current_plan_word_limit: z.nullable(z.int()),
  /** At least the words currently being processed. */
  words_used_current_cycle: z.int(),
  remaining_words_current_cycle: z.nullable(z.int()),
})
export type UsageLimits = z.infer<typeof UsageLimits>

/** The same day and time a number of months later, in UTC; clamped to the last day of a shorter month. */
export function monthsAfter(anchor: Date, months: number): Date {
  const later = new Date(anchor)
  later.setUTCDate(1)
  later.setUTCMonth(anchor.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate()
  later.setUTCDate(Math.min(anchor.getUTCDate(), lastDay))
  return later
}
