import { jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { JWK } from 'jose'

const time = () => timestamp({ withTimezone: true })

export const ltiPlatforms = pgTable('lti_platforms', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  issuer: text().notNull(),
  client_id: text().notNull(),
  auth_url: text().notNull(),
  token_url: text().notNull(),
  keys_url: text().notNull(),
  deployment_ids: text().array().notNull(),
  created_at: time().notNull().defaultNow(),
})

export const ltiKeys = pgTable('lti_keys', {
  kid: text().primaryKey(),
  private_jwk: jsonb().$type<JWK>().notNull(),
  created_at: time().notNull().defaultNow(),
})

export const ltiLogins = pgTable('lti_logins', {
  state_hash: text().primaryKey(),
  platform_id: uuid().notNull(),
  nonce: text().notNull(),
  browser_hash: text().notNull(),
  expires_at: time().notNull(),
})

export const ltiLaunches = pgTable('lti_launches', {
  ticket_hash: text().primaryKey(),
  platform_id: uuid().notNull(),
  subject: text().notNull(),
  person_name: text(),
  context_id: text(),
  context_title: text(),
  names_url: text(),
  teacher_id: uuid(),
  expires_at: time().notNull(),
})

export const ltiPeople = pgTable('lti_people', {
  platform_id: uuid().notNull(),
  subject: text().notNull(),
  teacher_id: uuid().notNull(),
  created_at: time().notNull().defaultNow(),
})

export const ltiCourses = pgTable('lti_courses', {
  platform_id: uuid().notNull(),
  context_id: text().notNull(),
  teacher_id: uuid().notNull(),
  class_group_id: uuid().notNull(),
  names_url: text(),
})
