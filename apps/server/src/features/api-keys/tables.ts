import { apiScopes } from '@penmark/contract'
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const time = () => timestamp({ withTimezone: true })

/** Keys with which a teacher's own programs call the API. Only the hash of the secret is stored. */
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
