import { comparisonRequestStates, type PartBand, type WordBand } from '@penmark/contract'
import { doublePrecision, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { time } from '../../../services/database/database.ts'

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
  /** What both are told from the beginning. */
  told_words: integer().$type<WordBand>().notNull(),
  told_part: text().$type<PartBand>().notNull(),
  /** Exactly, for those who both agreed, as the passages. */
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

/**
 * That a teacher declined a colleague's request about a document, or withdrew the consent to it. It names the
 * document by its id and by its text, one of which outlives deleting it, restoring it and uploading it again.
 */
export const comparisonRefusals = pgTable('comparison_refusals', {
  /** Who asked. */
  teacher_id: uuid().notNull(),
  /** Who refused. */
  other_teacher_id: uuid().notNull(),
  other_document_id: uuid().notNull(),
  text_hash: text().notNull(),
  refused_at: time().notNull(),
})
export type ComparisonRefusalRow = typeof comparisonRefusals.$inferSelect
