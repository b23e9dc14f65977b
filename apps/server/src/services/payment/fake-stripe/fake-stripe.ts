import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { Payment } from '../payment.ts'
import { createStripe, isLiveKey } from '../stripe.ts'
import { deliverEvents, processDuePeriods, webhookSecret } from './actions.ts'
import { createApi } from './api.ts'
import { fakeStripePrice, selectOptionalRecord } from './records.ts'
import { addPages, addPayerCookies } from './routes.ts'

interface FakeStripeOptions {
  database: Database
  /** The product's public URL. */
  publicUrl: string
  /** The operator's Stripe key, if any; the fake Stripe is never used together with a live key. */
  stripeKey: string | null
  onError: (error: unknown) => void
}

const checkEveryMs = 60_000

/**
 * A card provider inside this process, for an installation without one. Stripe's own client talks to it, its
 * pages replace the checkout and the portal, and its signed events come through the product's own endpoint.
 * No money moves.
 */
export async function createFakeStripe({
  database,
  publicUrl,
  stripeKey,
  onError,
}: FakeStripeOptions): Promise<Payment> {
  if (stripeKey !== null && isLiveKey(stripeKey))
    throw new Error('Test payments cannot be used together with a live Stripe key.')
  const secret = await webhookSecret(database)
  const client = createStripe({
    secretKey: 'sk_test_stand_in',
    webhookSecret: secret,
    proPriceId: fakeStripePrice.id,
    fetch: createApi(database, publicUrl),
  })
  let timer: NodeJS.Timeout | null = null
  let working = Promise.resolve()
  return {
    ...client,
    provider: 'stand-in',
    async register(app: FastifyInstance) {
      const deliver = () => {
        // One at a time, so that events arrive in order; failed ones are sent again at the next run.
        working = working.then(() => deliverEvents(database, app, secret)).catch(onError)
        return working
      }
      const payerCookies = addPayerCookies(app, {
        secret,
        isHttps: publicUrl.startsWith('https:'),
        customerOf: async (page) =>
          (await selectOptionalRecord(database, 'session', page))?.customer ??
          (await selectOptionalRecord(database, 'portal', page))?.customer ??
          null,
      })
      await addPages(app, database, payerCookies, deliver)
      const check = () => {
        database
          .transaction((connection) => processDuePeriods(connection, new Date()))
          .then(deliver)
          .catch(onError)
      }
      timer = setInterval(check, checkEveryMs).unref()
    },
    async close() {
      if (timer !== null) clearInterval(timer)
      await working
    },
  }
}
