import { caseOutcomes } from '@penmark/contract'
import { bigint, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const time = () => timestamp({ withTimezone: true })

/** The people to whom appeals go. */
export const caseReviewers = pgTable('case_reviewers', {
  teacher_id: uuid().primaryKey(),
  added_at: time().notNull().defaultNow(),
})

/** The database refuses to change an appeal after its end. */
export const caseAppeals = pgTable('case_appeals', {
  id: uuid().primaryKey(),
  case_id: uuid().notNull(),
  /** The teacher of the case. */
  teacher_id: uuid().notNull(),
  /** The entry that holds the decision. */
  decision_id: bigint({ mode: 'number' }).notNull(),
  reply_id: uuid().notNull(),
  language: text().notNull(),
  /** Null while nobody is named who could decide it, and once the account is erased. */
  reviewer_id: uuid(),
  appealed_at: time().notNull(),
  read_at: time(),
  ended_at: time(),
  /** What replaced the decision; null where it stands. */
  outcome: text({ enum: caseOutcomes }),
})
