import type { Database } from '../../database/database.ts'
import type { Payment } from './payment.ts'
import { createStandIn } from './stand-in/stand-in.ts'
import { createStripe, type StripeOptions } from './stripe.ts'

interface PaymentChoice {
  stripe: Omit<StripeOptions, 'fetch'> | null
  standIn: boolean
}

interface Surroundings {
  database: Database
  publicUrl: string
  onError: (error: unknown) => void
}

/** The provider that the settings name; null where nothing is sold. */
export async function openPayment({ stripe, standIn }: PaymentChoice, around: Surroundings): Promise<Payment | null> {
  if (standIn) return createStandIn({ ...around, stripeKey: stripe?.secretKey ?? null })
  return stripe === null ? null : createStripe(stripe)
}
