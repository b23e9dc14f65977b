import * as z from 'zod/mini'
import { CaseDocument, CaseEntry, CaseOutcome, caseLimits } from './case.ts'
import { Id, Time } from './scalars.ts'
import { StudentReply } from './student-page.ts'
import { multilineText } from './text.ts'

export const appealLimits = {
  /** People that an administrator can name. */
  reviewers: 50,
  /** How long the student can read at the private address how an appeal ended. */
  readableDays: 30,
} as const

/** Days that a student has to appeal, to choose from in the administrators' rules. */
export const appealDays = [7, 14, 21, 30, 60] as const

/** Somebody to whom appeals go, named by an administrator. */
export const AppealReviewer = z.object({
  teacher_id: Id,
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** Appeals that wait for this person. */
  open_appeals: z.int(),
})
export type AppealReviewer = z.infer<typeof AppealReviewer>

export const AppealReviewerInput = z.object({
  email: z.string().check(z.trim(), z.minLength(1, 'Enter an email address.'), z.maxLength(320)),
})

/** An appeal as the person who decides it sees it in a list. */
export const AppealSummary = z.object({
  id: Id,
  student_name: z.string(),
  class_name: z.nullable(z.string()),
  /** Who made the decision; null where no name is known. */
  teacher_name: z.nullable(z.string()),
  /** The decision that the student appealed against. */
  outcome: CaseOutcome,
  appealed_at: Time,
  /** Null while the appeal is open. */
  ended_at: z.nullable(Time),
  /** What replaced the decision; null while the appeal is open, and where the decision stands. */
  new_outcome: z.nullable(CaseOutcome),
})
export type AppealSummary = z.infer<typeof AppealSummary>

/** An appeal with the record of its case, which the person who decides it can read and not change. */
export const Appeal = z.extend(AppealSummary, {
  documents: z.array(CaseDocument),
  /** Oldest first. */
  entries: z.array(CaseEntry),
  /** Everything that the student handed in, the appeal included. */
  replies: z.array(StudentReply),
})
export type Appeal = z.infer<typeof Appeal>

export const AppealEndInput = z.object({
  /** Null lets the decision stand. */
  outcome: z.nullable(CaseOutcome),
  reason: multilineText(caseLimits.textCharacters).check(z.minLength(1, 'Give the reason for your decision.')),
})
export type AppealEndInput = z.infer<typeof AppealEndInput>
