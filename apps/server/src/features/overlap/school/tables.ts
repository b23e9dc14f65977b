import { comparisonRequestStates } from '@penmark/contract'
import { doublePrecision, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { time } from '../../../database/database.ts'

/** A passage by its offsets in the own text. The other side's row has the same passages in the same order. */
interface OwnPassage {
  start: number
  end: number
  words: number
}

/** One side of two documents of different teachers that share passages. */
export const schoolMatches = pgTable('school_matches', {
  id: uuid().primaryKey(),
  teacher_id: uuid().notNull(),
  document_id: uuid().notNull(),
  other_teacher_id: uuid().notNull(),
  other_document_id: uuid().notNull(),
  found_by: uuid().notNull(),
  text_hash: text().notNull(),
  words: integer().notNull(),
  share: doublePrecision().notNull(),
  passages: jsonb().$type<OwnPassage[]>().notNull(),
})
export type SchoolMatchRow = typeof schoolMatches.$inferSelect

export const comparisonRequests = pgTable('comparison_requests', {
  id: uuid().primaryKey(),
  /** Who asks, and for which of their documents. */
  teacher_id: uuid().notNull(),
  document_id: uuid().notNull(),
  other_teacher_id: uuid().notNull(),
  other_document_id: uuid().notNull(),
  language: text().notNull(),
  state: text({ enum: comparisonRequestStates }).notNull(),
  asked_at: time().notNull(),
  answered_at: time(),
  read_at: time(),
})
export type ComparisonRequestRow = typeof comparisonRequests.$inferSelect
