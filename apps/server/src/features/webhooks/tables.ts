import { deliveryFailures, deliveryStates, webhookEvents, webhookStates } from '@penmark/contract'
import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const time = () => timestamp({ withTimezone: true })

/** Addresses of teachers that are notified when a document is finished. */
export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: uuid().primaryKey(),
  teacher_id: uuid().notNull(),
  url: text().notNull(),
  state: text({ enum: webhookStates }).notNull().default('on'),
  secret: text().notNull(),
  old_secret: text(),
  old_secret_until: time(),
  failing_since: time(),
  /** The language of the page that added it, used in emails about it. */
  language: text().notNull().default('en-GB'),
  created_at: time().notNull().defaultNow(),
})

/** Webhook messages, kept as a log. */
export const webhookDeliveries = pgTable('webhook_deliveries', {
  id: uuid().primaryKey(),
  endpoint_id: uuid().notNull(),
  teacher_id: uuid().notNull(),
  event: text({ enum: webhookEvents }).notNull(),
  document_id: uuid(),
  student_id: uuid(),
  class_group_id: uuid(),
  case_id: uuid(),
  state: text({ enum: deliveryStates }).notNull().default('waiting'),
  attempts: integer().notNull().default(0),
  next_attempt_at: time(),
  held_until: time(),
  last_status: integer(),
  last_failure: text({ enum: deliveryFailures }),
  created_at: time().notNull().defaultNow(),
  finished_at: time(),
})
