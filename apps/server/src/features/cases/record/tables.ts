import { type PlainFact, replyFileCheckStates, replyFileKinds, unreadReasons } from '@penmark/contract'
import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { time } from '../../../services/database/database.ts'

/**
 * A private address at which a student reads what they are asked. It is found by the hash of its secret; the
 * secret itself is stored encrypted, until the student has answered or the link is withdrawn.
 */
export const caseLinks = pgTable('case_links', {
  id: uuid().primaryKey(),
  case_id: uuid().notNull(),
  teacher_id: uuid().notNull(),
  token_hash: text().notNull(),
  /** Null for a preview, once the link was used or withdrawn, and for links of earlier versions. */
  sealed_token: text(),
  /** Shows the teacher what the student will see, and takes no reply. */
  is_preview: boolean().notNull().default(false),
  language: text().notNull(),
  /** The IANA name of the teacher's zone, in which the page shows times; null for UTC. */
  time_zone: text(),
  created_at: time().notNull().defaultNow(),
  expires_at: time().notNull(),
  emailed_at: time(),
  opened_at: time(),
  answered_at: time(),
  revoked_at: time(),
  /** When the audit log recorded that it expired. */
  expiry_recorded_at: time(),
})

/** The answer to one question of the timeline. */
export interface ReplyAnswer {
  entry_id: string
  /** As it read when the student answered. */
  question: string
  text: string
}

/** Why a file was not added to a reply. */
export type FileRefusal = 'kind' | 'size' | 'blank' | 'many' | 'full'

export interface RefusedFile {
  filename: string
  refusal: FileRefusal
}

/** A student's reply or appeal. The database refuses to change it after it was handed in. */
export const caseReplies = pgTable('case_replies', {
  id: uuid().primaryKey(),
  case_id: uuid().notNull(),
  teacher_id: uuid().notNull(),
  link_id: uuid(),
  /** Whether it is the appeal against a decision. */
  is_appeal: boolean().notNull().default(false),
  text: text().notNull().default(''),
  answers: jsonb().$type<ReplyAnswer[]>().notNull().default([]),
  /** The files of the last form that were refused, which the page names. */
  refused_files: jsonb().$type<RefusedFile[]>().notNull().default([]),
  created_at: time().notNull().defaultNow(),
  saved_at: time().notNull().defaultNow(),
  handed_in_at: time(),
})

export const caseReplyFiles = pgTable('case_reply_files', {
  id: uuid().primaryKey(),
  reply_id: uuid().notNull(),
  case_id: uuid().notNull(),
  teacher_id: uuid().notNull(),
  filename: text().notNull(),
  kind: text({ enum: replyFileKinds }).notNull(),
  size_bytes: integer().notNull(),
  sha256: text().notNull(),
  blob_key: text().notNull(),
  added_at: time().notNull().defaultNow(),
})

/** What reading a handed-in file found. */
export const caseReplyFileChecks = pgTable('case_reply_file_checks', {
  file_id: uuid().primaryKey(),
  case_id: uuid().notNull(),
  teacher_id: uuid().notNull(),
  state: text({ enum: replyFileCheckStates }).notNull(),
  reason: text({ enum: unreadReasons }),
  words: integer(),
  page_count: integer(),
  facts: jsonb().$type<PlainFact[]>().notNull().default([]),
  /** How often a worker began to read the file. */
  runs: integer().notNull().default(0),
  checked_at: time(),
})
