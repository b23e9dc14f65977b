import { planIds } from '@penmark/contract'
import { bigint, boolean, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { paymentProviders } from '../../outside/payment/payment.ts'

const provider = () => text({ enum: paymentProviders }).notNull()

export const paymentCustomers = pgTable(
  'payment_customers',
  {
    provider: provider(),
    customer_id: text().notNull(),
    teacher_id: uuid().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.customer_id] })],
)

export const subscriptions = pgTable('subscriptions', {
  id: text().primaryKey(),
  provider: provider(),
  teacher_id: uuid().notNull(),
  /** The plan it pays for; FREE for a price that is not ours. */
  plan: text({ enum: planIds }).notNull(),
  /** The provider's status, or `void` for a provider that is no longer used. */
  status: text().notNull(),
  cancel_at_period_end: boolean().notNull(),
  current_period_end: timestamp({ withTimezone: true }).notNull(),
  started_at: timestamp({ withTimezone: true }).notNull(),
  past_due_since: timestamp({ withTimezone: true }),
  reading: bigint({ mode: 'number' }).notNull(),
  updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
})

export const paymentEvents = pgTable(
  'payment_events',
  {
    provider: provider(),
    id: text().notNull(),
    type: text().notNull(),
    received_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.id] })],
)
