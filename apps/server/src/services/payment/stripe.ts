import { isId } from '@penmark/contract'
import type Stripe from 'stripe'
import { hasCode } from '../../lib/error-code.ts'
import { nearestLocale } from '../../locale/locale.ts'
import { problem } from '../../locale/problems/problem.ts'
import { callOutside } from '../observe/call-outside.ts'
import type { Payment, PaymentEvent, SubscriptionState } from './payment.ts'

/** Stripe's names for our locales. */
const stripeLocale = { 'en-GB': 'en-GB', 'en-US': 'en', 'fr-FR': 'fr' } as const

export interface StripeOptions {
  secretKey: string
  webhookSecret: string
  proPriceId: string
  /** Replaces the network: the fake Stripe answers in this process. */
  fetch?: typeof fetch
  timing?: typeof defaultTiming
}

/**
 * How long Stripe may take to answer a call, and then all calls of one step: it repeats a failed one with the
 * same idempotency key.
 */
const defaultTiming = { answerMs: 10_000, stepMs: 30_000 }
const networkRetries = 2

/** Keys that move money; restricted keys count too. */
export function isLiveKey(secretKey: string): boolean {
  return /^(sk|rk)_live_/.test(secretKey)
}

/** Loaded at the first payment, because most processes never make one. */
async function connect({ secretKey, fetch: send = fetch, timing = defaultTiming }: StripeOptions) {
  const { default: StripeClient } = await import('stripe')
  // The client's own timeout ends with the head of an answer.
  const sendWithin: typeof fetch = (input, init) =>
    send(input, {
      ...init,
      signal: AbortSignal.any([AbortSignal.timeout(timing.answerMs), ...(init?.signal ? [init.signal] : [])]),
    })
  const client = new StripeClient(secretKey, {
    maxNetworkRetries: networkRetries,
    timeout: timing.answerMs,
    telemetry: false,
    httpClient: StripeClient.createFetchHttpClient(sendWithin),
  })
  const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = StripeClient.errors
  const isRefused = (error: unknown) =>
    error instanceof StripeClient.errors.StripeError &&
    ![StripeConnectionError, StripeAPIError, StripeRateLimitError].some((passing) => error instanceof passing)
  return { client, isRefused }
}

const isMissing = (error: unknown): boolean => hasCode(error, 'resource_missing')
/** Someone deleted the customer in the provider's dashboard. */
const isCustomerMissing = (error: unknown): boolean =>
  isMissing(error) && error instanceof Error && 'param' in error && error.param === 'customer'

const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)
const fromSeconds = (seconds: number) => new Date(seconds * 1_000)

function toState(subscription: Stripe.Subscription): SubscriptionState {
  const { id, customer, metadata, status, cancel_at_period_end, cancel_at, start_date, items } = subscription
  const [item] = items.data
  return {
    id,
    customerId: idOf(customer) ?? '',
    // Anyone with access to the account at the provider can write metadata.
    teacherId: metadata.teacher_id !== undefined && isId(metadata.teacher_id) ? metadata.teacher_id : null,
    priceId: item?.price.id ?? null,
    status,
    // Newer portals set an end time instead of the flag.
    cancelAtPeriodEnd: cancel_at_period_end || cancel_at !== null,
    currentPeriodEnd: fromSeconds(item?.current_period_end ?? start_date),
    startedAt: fromSeconds(start_date),
  }
}

function subscriptionOf({ type, data }: Stripe.Event): string | null {
  const object = data.object as {
    id?: string
    subscription?: string | { id: string } | null
    parent?: Stripe.Invoice.Parent | null
  }
  if (type.startsWith('customer.subscription.')) return object.id ?? null
  if (type.startsWith('checkout.session.')) return idOf(object.subscription)
  // An account on an older API version sends the field in its old place.
  if (type.startsWith('invoice.'))
    return idOf(object.parent?.subscription_details?.subscription) ?? idOf(object.subscription)
  return null
}

/**
 * Closes a checkout that another call may just have closed. If it was paid meanwhile, the other one is closed
 * instead.
 */
async function expireUnlessExpired(client: Stripe, id: string, otherId: string): Promise<void> {
  try {
    await client.checkout.sessions.expire(id)
  } catch (cause) {
    if ((await client.checkout.sessions.retrieve(id)).status === 'expired') return
    await client.checkout.sessions.expire(otherId).catch(() => undefined)
    throw problem('conflict', 'payment_in_progress', {}, { cause })
  }
}

const isRefunded = (error: unknown): boolean => hasCode(error, 'charge_already_refunded')

/** Gives back what the last invoice of a subscription took. */
async function refundLastInvoice(client: Stripe, { id, latest_invoice }: Stripe.Subscription): Promise<void> {
  const invoice = idOf(latest_invoice)
  if (invoice === null) return
  const { data } = await client.invoicePayments.list({ invoice, status: 'paid' })
  for (const { payment } of data) {
    const payment_intent = idOf(payment.payment_intent)
    if (payment_intent === null) continue
    const refund = { payment_intent, reason: 'duplicate', metadata: { subscription_id: id } } as const
    await client.refunds
      .create(refund, { idempotencyKey: `duplicate-${payment_intent}` })
      .catch((error: unknown) => {
        if (!isRefunded(error)) throw error
      })
  }
}

/** Stripe, through its own client. */
export function createStripe(options: StripeOptions): Payment {
  let connecting: ReturnType<typeof connect> | null = null
  const connected = () => {
    connecting ??= connect(options)
    return connecting
  }
  const ask = async <T>(question: (client: Stripe) => Promise<T>): Promise<T> => {
    const { client, isRefused } = await connected()
    const { stepMs: withinMs } = options.timing ?? defaultTiming
    return callOutside({ service: 'payment', withinMs, isRefused }, () => question(client))
  }
  /** A missing customer is an answer, and no failure. */
  const nullIfCustomerMissing = <T>(question: (client: Stripe) => Promise<T>): Promise<T | null> =>
    ask((client) =>
      question(client).catch((error: unknown) => {
        if (isCustomerMissing(error)) return null
        throw error
      }),
    )
  const localeOf = (language: string) => stripeLocale[nearestLocale(language)]

  return {
    provider: isLiveKey(options.secretKey) ? 'stripe' : 'stripe-test',
    proPriceId: options.proPriceId,

    async createCustomer(teacherId, email, lostCustomerId = '') {
      const details = { ...(email === null ? {} : { email }), metadata: { teacher_id: teacherId } }
      const { id } = await ask((client) =>
        client.customers.create(details, {
          idempotencyKey: `customer-${teacherId}-${email ?? ''}${lostCustomerId && `-${lostCustomerId}`}`,
        }),
      )
      return id
    },

    async createCheckout({ teacherId, customerId, priceId, successUrl, cancelUrl, language }) {
      return nullIfCustomerMissing(async (client) => {
        const metadata = { teacher_id: teacherId }
        const made = await client.checkout.sessions.create({
          mode: 'subscription',
          customer: customerId,
          line_items: [{ price: priceId, quantity: 1 }],
          success_url: successUrl,
          cancel_url: cancelUrl,
          client_reference_id: teacherId,
          metadata,
          subscription_data: { metadata },
          locale: localeOf(language),
        })
        // Looked up after making ours, so that of two made at the same time each call sees both and closes
        // the same one.
        const { data } = await client.checkout.sessions.list({
          customer: customerId,
          status: 'open',
          limit: 100,
        })
        const [newest = made, ...others] = data.toSorted(
          (a, b) => b.created - a.created || (a.id < b.id ? 1 : -1),
        )
        for (const { id } of others) await expireUnlessExpired(client, id, newest.id)
        return { sessionId: newest.id, url: newest.url }
      })
    },

    async createPortal(customer, return_url, language) {
      return nullIfCustomerMissing(async (client) => {
        const { url } = await client.billingPortal.sessions.create({
          customer,
          return_url,
          locale: localeOf(language),
        })
        return { url }
      })
    },

    async refundAndCancel(id) {
      await ask(async (client) => {
        const subscription = await client.subscriptions.retrieve(id)
        // The money first: once the subscription has ended, nobody would look at it again.
        await refundLastInvoice(client, subscription)
        if (subscription.status !== 'canceled') await client.subscriptions.cancel(id)
      })
    },

    async readSubscription(id) {
      return ask(async (client) => {
        try {
          return toState(await client.subscriptions.retrieve(id))
        } catch (error) {
          if (isMissing(error)) return null
          throw error
        }
      })
    },

    async readEvent(body, signature): Promise<PaymentEvent> {
      const { client } = await connected()
      try {
        const event = await client.webhooks.constructEventAsync(body, signature, options.webhookSecret)
        return { id: event.id, type: event.type, subscriptionId: subscriptionOf(event) }
      } catch (error) {
        throw problem('invalid_input', 'signature_wrong', {}, { cause: error })
      }
    },

    register: async () => undefined,
    close: async () => undefined,
  }
}
