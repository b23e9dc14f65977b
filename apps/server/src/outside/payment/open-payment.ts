import type { Database } from '../../database/database.ts'
import { createFakeStripe } from './fake-stripe/fake-stripe.ts'
import type { Payment } from './payment.ts'
import { createStripe, type StripeOptions } from './stripe.ts'

interface PaymentChoice {
  stripe: Omit<StripeOptions, 'fetch'> | null
  fakeStripe: boolean
}

interface Surroundings {
  database: Database
  publicUrl: string
  onError: (error: unknown) => void
}

/** The configured provider; null where nothing is sold. */
export async function openPayment({ stripe, fakeStripe }: PaymentChoice, around: Surroundings): Promise<Payment | null> {
  if (fakeStripe) return createFakeStripe({ ...around, stripeKey: stripe?.secretKey ?? null })
  return stripe === null ? null : createStripe(stripe)
}
