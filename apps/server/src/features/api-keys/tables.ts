import { apiScopes } from '@penmark/contract'
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const time = () => timestamp({ withTimezone: true })

/** Keys with which a teacher's own programs call the API; `hash` is all that is kept of the secret. */
export const apiKeys = pgTable('api_keys', {
  id: uuid().primaryKey(),
  teacher_id: uuid().notNull(),
  name: text().notNull(),
  prefix: text().notNull(),
  hash: text().notNull(),
  scopes: text({ enum: apiScopes }).array().notNull(),
  created_at: time().notNull().defaultNow(),
  last_used_at: time(),
  expires_at: time(),
})
