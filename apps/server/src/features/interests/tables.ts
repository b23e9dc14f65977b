import { integrationNames } from '@penmark/contract'
import { pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Integrations that teachers said they would like. */
export const integrationInterests = pgTable(
  'integration_interests',
  {
    teacher_id: uuid().notNull(),
    integration: text({ enum: integrationNames }).notNull(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  ({ teacher_id, integration }) => [primaryKey({ columns: [teacher_id, integration] })],
)
