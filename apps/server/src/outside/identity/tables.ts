import { bigint, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid, varchar } from 'drizzle-orm/pg-core'
import type { AdapterPayload } from 'oidc-provider'

/** People who registered with the embedded provider. `email` is stored normalised, so its uniqueness is that of the person's address. */
export const identityAccount = pgTable('identity_account', {
  id: uuid('id').primaryKey().defaultRandom(),
  email: text('email').notNull().unique(),
  /** argon2id in PHC form. */
  password_hash: text('password_hash').notNull(),
  given_name: text('given_name').notNull(),
  family_name: text('family_name').notNull(),
  created_at: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

/** Everything the protocol remembers: sessions, interactions, grants, codes, tokens. Rows past `expires_at` are swept. */
export const identityRecord = pgTable(
  'identity_record',
  {
    model: text('model').notNull(),
    id: text('id').notNull(),
    payload: jsonb('payload').$type<AdapterPayload>().notNull(),
    grant_id: text('grant_id'),
    uid: text('uid'),
    expires_at: timestamp('expires_at', { withTimezone: true }),
    consumed_at: timestamp('consumed_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.model, table.id] }),
    index('identity_record_grant').on(table.grant_id),
    index('identity_record_uid').on(table.uid),
    index('identity_record_expiry').on(table.expires_at),
  ],
)

/** Signing and cookie keys, made once and shared by every process on the same database. */
export const identitySecret = pgTable('identity_secret', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  created_at: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

/** Counters of rate-limiter-flexible, which fixes these three columns. `expire` is in milliseconds since 1970. */
export const identityAttempt = pgTable('identity_attempt', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
})
