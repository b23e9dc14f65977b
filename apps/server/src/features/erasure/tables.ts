import { jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const time = () => timestamp({ withTimezone: true })

export const erasures = pgTable('erasures', {
  id: uuid().primaryKey(),
  teacher_id: uuid(),
  subject: text(),
  subject_hash: text(),
  erased: jsonb().$type<Record<string, number>>().notNull().default({}),
  sign_in: text({ enum: ['erased', 'kept-by-provider'] }),
  started_at: time().notNull(),
  finished_at: time(),
  sha256: text(),
})
