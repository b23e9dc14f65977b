import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid, varchar } from 'drizzle-orm/pg-core'
import type { AdapterPayload } from 'oidc-provider'
import { defaultLocale, type Locale } from '../../locale/locale.ts'
import { time } from '../database/database.ts'

/**
 * People who registered with the embedded provider. `email` is stored normalised, so it is unique per
 * address.
 */
export const identityAccount = pgTable('identity_account', {
  id: uuid('id').primaryKey().defaultRandom(),
  email: text('email').notNull().unique(),
  /** argon2id in PHC form; null for people who sign in only through another provider. */
  password_hash: text('password_hash'),
  given_name: text('given_name').notNull(),
  family_name: text('family_name').notNull(),
  /** When a link sent to the address was followed, or another provider vouched for it. */
  email_verified_at: time(),
  /** Language in which the account was created; emails use it. */
  language: text('language').$type<Locale>().notNull().default(defaultLocale),
  created_at: time().notNull().defaultNow(),
})

/** The protocol's state: sessions, interactions, grants, codes, tokens. Rows past `expires_at` are swept. */
export const identityRecord = pgTable(
  'identity_record',
  {
    model: text('model').notNull(),
    id: text('id').notNull(),
    payload: jsonb('payload').$type<AdapterPayload>().notNull(),
    grant_id: text('grant_id'),
    uid: text('uid'),
    expires_at: time(),
    consumed_at: time(),
  },
  (table) => [
    primaryKey({ columns: [table.model, table.id] }),
    index('identity_record_grant').on(table.grant_id),
    index('identity_record_uid').on(table.uid),
    index('identity_record_expiry').on(table.expires_at),
  ],
)

/** Cookie keys, created once and shared by every process on the same database. */
export const identitySecret = pgTable('identity_secret', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  created_at: time().notNull().defaultNow(),
})

/**
 * Counters of rate-limiter-flexible, which fixes these three columns. `expire` is in milliseconds since 1970.
 */
export const identityAttempt = pgTable('identity_attempt', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
})

/** Links in emails. Only the hash is stored, and a used link is deleted. */
export const identityToken = pgTable('identity_token', {
  hash: text('hash').primaryKey(),
  purpose: text('purpose').$type<'reset' | 'verify' | 'change'>().notNull(),
  account_id: uuid('account_id').notNull(),
  /** The new address; only for links that change the email. */
  email: text('email'),
  created_at: time().notNull().defaultNow(),
  expires_at: time().notNull(),
})

/** Requests not handled yet: the response is sent before anyone knows whether there is an account. */
export const identityResetRequest = pgTable('identity_reset_request', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  email: text('email').notNull(),
  language: text('language').$type<Locale>().notNull(),
  created_at: time().notNull().defaultNow(),
})

/**
 * Registrations that wait for the link in an email; afterwards, briefly, the entry for the browser that
 * followed it.
 */
export const identityRegistration = pgTable('identity_registration', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  email: text('email').notNull(),
  given_name: text('given_name').notNull(),
  family_name: text('family_name').notNull(),
  password_hash: text('password_hash').notNull(),
  language: text('language').$type<Locale>().notNull(),
  interaction_uid: text('interaction_uid').notNull(),
  token_hash: text('token_hash'),
  account_id: uuid('account_id'),
  entry_hash: text('entry_hash'),
  created_at: time().notNull().defaultNow(),
})

/**
 * What helps a person recognise a sign-in; the sign-in itself is a `Session` in `identity_record` with this
 * uid.
 */
export const identityDevice = pgTable('identity_device', {
  session_uid: text('session_uid').primaryKey(),
  account_id: uuid('account_id').notNull(),
  device: text('device').notNull(),
  created_at: time().notNull().defaultNow(),
  last_used_at: time().notNull().defaultNow(),
})

/**
 * An account's two-factor authentication. Without `confirmed_at` it is being set up, in the sign-in
 * `session_uid`.
 */
export const identityTwoFactor = pgTable('identity_second_step', {
  account_id: uuid('account_id').primaryKey(),
  /** The TOTP secret, encrypted: `embedded/codes.ts`. */
  secret: text('secret').notNull(),
  session_uid: text('session_uid').notNull(),
  recovery_salt: text('recovery_salt').notNull(),
  /**
   * The newest thirty-second step since 1970 whose code was accepted; no earlier or equal step is accepted
   * again.
   */
  last_step: bigint('last_step', { mode: 'number' }).notNull().default(0),
  created_at: time().notNull().defaultNow(),
  confirmed_at: time(),
})

/** Codes for a lost phone. Only the hash is stored, and a used code is deleted. */
export const identityRecoveryCode = pgTable(
  'identity_recovery_code',
  { account_id: uuid('account_id').notNull(), hash: text('hash').notNull() },
  (table) => [primaryKey({ columns: [table.account_id, table.hash] })],
)

/** Accounts of other providers linked to an account here. */
export const identityLink = pgTable(
  'identity_link',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    account_id: uuid('account_id').notNull(),
    created_at: time().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] })],
)

/** Signing keys. The newest one past its start time signs. */
export const identityKey = pgTable('identity_key', {
  kid: text('kid').primaryKey(),
  jwk: jsonb('jwk').notNull(),
  created_at: time().notNull().defaultNow(),
  signs_from: time().notNull(),
})
