import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { JWK } from 'jose'
import { time } from '../../../../services/database/database.ts'
import type { LaunchRequest, PlatformUser } from '../protocol/claims.ts'

export const ltiPlatforms = pgTable('lti_platforms', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  issuer: text().notNull(),
  client_id: text().notNull(),
  auth_url: text().notNull(),
  token_url: text().notNull(),
  keys_url: text().notNull(),
  deployment_ids: text().array().notNull(),
  asked_deployment_id: text(),
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
  asked: jsonb().$type<LaunchRequest>().notNull(),
  deployment_id: text(),
  notices_url: text(),
  answer: text(),
  framed: boolean().notNull().default(false),
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

export const ltiInvitations = pgTable('lti_invitations', {
  secret_hash: text().primaryKey(),
  teacher_id: uuid().notNull(),
  expires_at: time().notNull(),
})

export const ltiProcessors = pgTable('lti_processors', {
  id: uuid().primaryKey(),
  platform_id: uuid().notNull(),
  teacher_id: uuid().notNull(),
  class_group_id: uuid(),
  activity_id: text(),
  names_url: text(),
  language: text().notNull(),
  created_at: time().notNull().defaultNow(),
})

export const ltiNotices = pgTable('lti_notices', {
  platform_id: uuid().notNull(),
  nonce: text().notNull(),
  notice_id: text().notNull(),
  expires_at: time().notNull(),
})

export const ltiAssets = pgTable('lti_assets', {
  id: uuid().primaryKey(),
  processor_id: uuid().notNull(),
  teacher_id: uuid().notNull(),
  asset_id: text().notNull(),
  asset_url: text().notNull(),
  report_url: text().notNull(),
  filename: text().notNull(),
  content_type: text().notNull(),
  size_bytes: bigint({ mode: 'number' }),
  sha256: text(),
  submission_id: text(),
  person: jsonb().$type<PlatformUser>(),
  document_id: uuid(),
  fetched_at: time(),
  refusal: text(),
  told: text(),
  is_closed: boolean().notNull().default(false),
  attempts: integer().notNull().default(0),
  next_attempt_at: time().notNull(),
  held_until: time(),
  created_at: time().notNull().defaultNow(),
})
