import { planIds, teacherRoles } from '@penmark/contract'
import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Accounts. The profile's fields are null until the teacher first saves it. */
export const teachers = pgTable('teachers', {
  id: uuid().primaryKey(),
  subject: text().notNull().unique(),
  email: text(),
  first_name: text(),
  last_name: text(),
  school_name: text(),
  role: text({ enum: teacherRoles }),
  country: text(),
  state_county: text(),
  phone: text(),
  address: text(),
  how_did_you_hear: text(),
  description: text(),
  picture: text(),
  is_administrator: boolean().notNull().default(false),
  plan: text({ enum: planIds }).notNull().default('FREE'),
  pro_plan_activated_at: timestamp({ withTimezone: true }),
  /** When the Schools plan last ended; null if the teacher never had it, or has it now. */
  schools_ended_at: timestamp({ withTimezone: true }),
  custom_word_limit: integer(),
  custom_char_limit: integer(),
  profile_saved_at: timestamp({ withTimezone: true }),
  /** When it was first complete. */
  profile_completed_at: timestamp({ withTimezone: true }),
  erasing_since: timestamp({ withTimezone: true }),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
