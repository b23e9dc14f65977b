import { caseEntryKinds, caseLimits, caseOutcomes, caseStates } from '@penmark/contract'
import { bigint, boolean, date, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const time = () => timestamp({ withTimezone: true })

export const cases = pgTable('cases', {
  id: uuid().primaryKey(),
  teacher_id: uuid().notNull(),
  student_id: uuid(),
  /** The name for the time after the student was deleted. */
  student_name: text().notNull(),
  class_group_id: uuid(),
  state: text({ enum: caseStates }).notNull().default('new'),
  outcome: text({ enum: caseOutcomes }),
  due_on: date({ mode: 'string' }),
  notes: text().notNull().default(''),
  decided_at: time(),
  created_at: time().notNull().defaultNow(),
  updated_at: time().notNull().defaultNow(),
})

/** The database refuses to change a row, and to remove it before its case. */
export const caseDocuments = pgTable('case_documents', {
  document_id: uuid().primaryKey(),
  case_id: uuid().notNull(),
  teacher_id: uuid().notNull(),
  filename: text().notNull(),
  report: jsonb().notNull(),
  added_at: time().notNull().defaultNow(),
})

/** The timeline. The database refuses to change a row, and to remove it before its case. */
export const caseEntries = pgTable('case_entries', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  case_id: uuid().notNull(),
  teacher_id: uuid().notNull(),
  at: time().notNull().defaultNow(),
  kind: text({ enum: caseEntryKinds }).notNull(),
  text: text(),
  outcome: text({ enum: caseOutcomes }),
  unheard_reason: text(),
  reply_id: uuid(),
  /** Until when the student can appeal against a decision; null for every other entry. */
  appeal_until: time(),
})

/** The rules of this installation, in one row; none until an administrator changes them. */
export const casePolicy = pgTable('case_policy', {
  id: boolean().primaryKey().default(true),
  may_refer_unheard: boolean().notNull().default(true),
  retention_days: integer(),
  /** When retention was last turned on or shortened. */
  retention_set_at: time(),
  appeal_days: integer().notNull().default(caseLimits.appealDays),
})
