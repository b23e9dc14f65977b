import type { PaymentEvent } from '@penmark/contract'
import type { Connection } from '../../database/database.ts'
import { selectIsBilled, selectPaymentEvents, selectPaymentStandings } from './store.ts'

/** The latest customer and the status of the latest subscription at the payment provider; null where there is none. */
export interface PaymentStanding {
  customer_id: string | null
  subscription_status: string | null
}

/** By teacher; those who never paid are left out. */
export function readPaymentStandings(connection: Connection, teacher_ids: string[]): Promise<Map<string, PaymentStanding>> {
  return selectPaymentStandings(connection, teacher_ids)
}

/** Whether a subscription of this teacher goes on being paid. */
export function isBilled(connection: Connection, teacher_id: string): Promise<boolean> {
  return selectIsBilled(connection, teacher_id)
}

/** What the payment provider sent, newest first. */
export async function listPaymentEvents(connection: Connection, page: { offset: number; limit: number }): Promise<PaymentEvent[]> {
  return (await selectPaymentEvents(connection, page)).map(({ received_at, ...event }) => ({
    ...event,
    received_at: received_at.toISOString(),
  }))
}
