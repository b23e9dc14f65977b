import { comparisonStates } from '@penmark/contract'
import { doublePrecision, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const time = () => timestamp({ withTimezone: true })

export const overlapComparisons = pgTable('overlap_comparisons', {
  id: uuid().primaryKey(),
  teacher_id: uuid().notNull(),
  class_group_id: uuid(),
  batch_id: uuid(),
  assignment_text: text().notNull(),
  state: text({ enum: comparisonStates }).notNull(),
  reason: text(),
  progress: doublePrecision().notNull().default(0),
  documents: integer().notNull().default(0),
  pairs: integer().notNull().default(0),
  left_out: jsonb().$type<{ quotation: number; assignment: number; common: number }>().notNull().default({
    quotation: 0,
    assignment: 0,
    common: 0,
  }),
  runs: integer().notNull().default(0),
  created_at: time().notNull().defaultNow(),
  completed_at: time(),
})

/** A passage by its offsets in the first text and in the second. */
export interface StoredPassage {
  a: [start: number, end: number]
  b: [start: number, end: number]
  words: number
}

export const overlapPairs = pgTable('overlap_pairs', {
  id: uuid().primaryKey(),
  comparison_id: uuid().notNull(),
  teacher_id: uuid().notNull(),
  document_a: uuid().notNull(),
  document_b: uuid().notNull(),
  text_hash_a: text().notNull(),
  text_hash_b: text().notNull(),
  words: integer().notNull(),
  share_a: doublePrecision().notNull(),
  share_b: doublePrecision().notNull(),
  passages: jsonb().$type<StoredPassage[]>().notNull(),
})

export const overlapCommonPassages = pgTable('overlap_common_passages', {
  id: uuid().primaryKey(),
  comparison_id: uuid().notNull(),
  teacher_id: uuid().notNull(),
  document_id: uuid().notNull(),
  text_hash: text().notNull(),
  text_start: integer().notNull(),
  text_end: integer().notNull(),
  words: integer().notNull(),
  documents: integer().notNull(),
})
