import type { FastifyInstance } from 'fastify'

/** Only `stripe` moves money. What one of them sold is worth nothing to another. */
export const paymentProviders = ['stripe', 'stripe-test', 'stand-in'] as const
export type PaymentProvider = (typeof paymentProviders)[number]

/** A subscription as it stands at the provider at this moment. */
export interface SubscriptionState {
  id: string
  customerId: string
  /** As we wrote it at the checkout; null for a subscription made by hand. */
  teacherId: string | null
  priceId: string | null
  /** `active`, `trialing`, `past_due`, `unpaid`, `canceled`, `incomplete`, `incomplete_expired`, `paused`. */
  status: string
  cancelAtPeriodEnd: boolean
  currentPeriodEnd: Date
  startedAt: Date
}

/** A signed message that something changed. What it changed to is read with `readSubscription`. */
export interface PaymentEvent {
  id: string
  type: string
  /** Null when it concerns none. */
  subscriptionId: string | null
}

export interface Checkout {
  teacherId: string
  customerId: string
  priceId: string
  /** `{CHECKOUT_SESSION_ID}` in it is replaced by the provider. */
  successUrl: string
  cancelUrl: string
  /** BCP 47 tag of the reader's language. */
  language: string
}

/** A card provider. Every call but `readEvent` throws `busy` while it does not answer. */
export interface Payment {
  provider: PaymentProvider
  proPriceId: string
  /** The same teacher gets the same customer when asked again within a day. `lost` is one that the provider does not know any more. */
  createCustomer(teacherId: string, email: string | null, lost?: string): Promise<string>
  /** Opens a checkout and closes every other one of this customer, so that nobody pays twice. Null when there is no such customer any more. */
  createCheckout(checkout: Checkout): Promise<{ sessionId: string | null; url: string | null } | null>
  /** Null when there is no such customer any more. */
  createPortal(customerId: string, returnUrl: string, language: string): Promise<{ url: string | null } | null>
  readSubscription(id: string): Promise<SubscriptionState | null>
  /** Throws `invalid_input` when the signature does not fit the bytes, or is older than five minutes. */
  readEvent(body: Buffer, signature: string): Promise<PaymentEvent>
  /** Adds the provider's own pages, where it has any. */
  register(app: FastifyInstance): Promise<void>
  close(): Promise<void>
}
