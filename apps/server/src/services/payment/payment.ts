import type { FastifyInstance } from 'fastify'

/** Only `stripe` moves money. Subscriptions of one provider mean nothing to another. */
export const paymentProviders = ['stripe', 'stripe-test', 'stand-in'] as const
export type PaymentProvider = (typeof paymentProviders)[number]

/** The present state of a subscription at the provider. */
export interface SubscriptionState {
  id: string
  customerId: string
  /** As set at the checkout; null for a subscription made by hand. */
  teacherId: string | null
  priceId: string | null
  /** `active`, `trialing`, `past_due`, `unpaid`, `canceled`, `incomplete`, `incomplete_expired`, `paused`. */
  status: string
  cancelAtPeriodEnd: boolean
  currentPeriodEnd: Date
  startedAt: Date
}

/** A signed notice that something changed. Read the new state with `readSubscription`. */
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
  /** The provider replaces `{CHECKOUT_SESSION_ID}` in it. */
  successUrl: string
  cancelUrl: string
  /** BCP 47 tag of the reader's language. */
  language: string
}

/** A card provider. Every call but `readEvent` throws `OutsideError` when it gives no usable answer. */
export interface Payment {
  provider: PaymentProvider
  proPriceId: string
  /**
   * The same teacher gets the same customer for a day. `lostCustomerId` is one that the provider no longer
   * knows.
   */
  createCustomer(teacherId: string, email: string | null, lostCustomerId?: string): Promise<string>
  /**
   * Opens a checkout. Of several open ones of a customer the newest stays, and each call answers with that
   * one, so that nobody pays twice. Null when the customer no longer exists.
   */
  createCheckout(checkout: Checkout): Promise<{ sessionId: string | null; url: string | null } | null>
  /** Null when the customer no longer exists. */
  createPortal(
    customerId: string,
    returnUrl: string,
    language: string,
  ): Promise<{ url: string | null } | null>
  /** Gives back the last payment of a subscription and ends it at once. Safe to repeat. */
  refundAndCancel(subscriptionId: string): Promise<void>
  readSubscription(id: string): Promise<SubscriptionState | null>
  /** Throws `invalid_input` when the signature does not match, or is older than five minutes. */
  readEvent(body: Buffer, signature: string): Promise<PaymentEvent>
  /** Adds the provider's own pages, where it has any. Called before the routes that open them are added. */
  register(app: FastifyInstance): Promise<void>
  close(): Promise<void>
}
