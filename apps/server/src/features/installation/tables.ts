import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** At most one row. */
export const installationSetup = pgTable('installation_setup', {
  id: integer().primaryKey(),
  /** Makes an account the administrator; null where no code is needed, and once it was used. */
  code: text(),
  /** When an administrator finished the welcome page. */
  finished_at: timestamp({ withTimezone: true }),
})
