import { type LookedUpReference, lookUpStates } from '@penmark/contract'
import { integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { BibliographicRecord } from '../../outside/bibliography/service-format.ts'

const time = () => timestamp({ withTimezone: true })

export const referenceLookUps = pgTable('reference_look_ups', {
  id: uuid().primaryKey(),
  document_id: uuid().notNull(),
  teacher_id: uuid().notNull(),
  state: text({ enum: lookUpStates }).notNull(),
  runs: integer().notNull().default(0),
  reference_count: integer().notNull().default(0),
  done: integer().notNull().default(0),
  results: jsonb().$type<LookedUpReference[]>().notNull().default([]),
  created_at: time().notNull().defaultNow(),
  completed_at: time(),
})

export const bibliographicAnswers = pgTable('bibliographic_answers', {
  question_hash: text().primaryKey(),
  records: jsonb().$type<BibliographicRecord[]>().notNull(),
  expires_at: time().notNull(),
})
