import {
  documentStatuses,
  fileTypes,
  findings,
  type Reason,
  stages,
  standingReasons,
  standings,
} from '@penmark/contract'
import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { time } from '../../../services/database/database.ts'

export const documents = pgTable('documents', {
  id: uuid().primaryKey(),
  teacher_id: uuid().notNull(),
  original_filename: text().notNull(),
  search_name: text().generatedAlwaysAs(sql`lower(original_filename)`),
  file_type: text({ enum: fileTypes }).notNull(),
  size_bytes: integer().notNull(),
  blob_key: text(),
  content_sha256: text(),
  /** False if the file or pasted text was deleted because the document could not be processed. */
  is_content_kept: boolean().notNull().default(true),
  /** Created for a new teacher; costs no words and counts in no figure. */
  is_sample: boolean().notNull().default(false),
  written_in_class: boolean().notNull().default(false),
  status: text({ enum: documentStatuses }).notNull(),
  /** Why it has no result. */
  failure: jsonb().$type<Reason>(),
  stage: text({ enum: stages }),
  /** Whether some of its pages are pictures whose text is recognised. */
  is_scan: boolean().notNull().default(false),
  /** The scanned page that is being read. */
  reading_page: integer(),
  score: doublePrecision(),
  label: text(),
  finding: text({ enum: findings }),
  ai_share: doublePrecision(),
  /** Computed by the database; see the migration that adds it. */
  finding_sort: doublePrecision().notNull().generatedAlwaysAs(sql`null`),
  /** The finding does not stand by today's measure; whether its teacher has seen the notice. */
  finding_withdrawn: text({ enum: ['unseen', 'seen'] }),
  word_count: integer(),
  character_count: integer(),
  page_count: integer(),
  student_id: uuid(),
  class_group_id: uuid(),
  student_sort: text().notNull().default(''),
  assignment_id: text(),
  batch_id: uuid(),
  processing_priority: text({ enum: ['NORMAL', 'HIGH'] })
    .notNull()
    .default('NORMAL'),
  job_id: uuid(),
  runs: integer().notNull().default(0),
  queued_at: time(),
  queue_turn: integer().notNull().default(0),
  alive_at: time(),
  completed_at: time(),
  created_at: time().notNull().defaultNow(),
  updated_at: time().notNull().defaultNow(),
  /** What it is to its teacher; see `standing/rules.ts`. */
  standing: text({ enum: standings }),
  standing_reasons: text({ enum: standingReasons }).array().notNull().default([]),
  standing_detail: text(),
  standing_since: time().defaultNow(),
  /** The order of the queue. */
  standing_sort: doublePrecision().notNull().default(0),
  /** When its teacher put it away. */
  done_at: time(),
})

/** SQL: that a document still needs a student. One without a text needs none. */
export const needsStudent = (alias: string): string =>
  `${alias}.student_id is null and ${alias}.status <> 'ERROR'`

/** What other features know of a document that bears on its standing. */
export const standingEvidence = pgTable('standing_evidence', {
  document_id: uuid().primaryKey(),
  file_fact: text(),
  inserted_words: integer(),
  inserted_share: doublePrecision(),
  is_too_fast: boolean(),
  decided_at: time(),
  replied_at: time(),
})

export const documentTexts = pgTable('document_texts', {
  document_id: uuid().primaryKey(),
  text: text().notNull(),
  /** How it is written, once that was asked for. */
  profile: jsonb(),
})

/** The answers of uploads with an `Idempotency-Key`. */
export const uploadAnswers = pgTable('upload_answers', {
  teacher_id: uuid().notNull(),
  key: text().notNull(),
  request_sha256: text().notNull(),
  answer: jsonb().$type<object>().notNull(),
  created_at: time().notNull().defaultNow(),
})

export const documentTombstones = pgTable('document_tombstones', {
  document_id: uuid().primaryKey(),
  teacher_id: uuid().notNull(),
  status: text({ enum: documentStatuses }).notNull(),
  word_count: integer(),
  is_sample: boolean().notNull().default(false),
  created_at: time().notNull(),
  deleted_at: time().notNull().defaultNow(),
})
