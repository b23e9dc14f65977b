import * as z from 'zod/mini'
import { LongAttachment } from '../calls/attachment.ts'
import { defineRoute, offset } from '../calls/route.ts'
import { Report } from '../documents/report.ts'
import { Id, multilineText, Time } from '../values/scalars.ts'
import { CaseDocument, CaseEntry, CaseOutcome, caseLimits } from './case.ts'
import { StudentReply } from './student-page.ts'

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
  email: z.string().check(z.trim(), z.minLength(1, 'email_missing'), z.maxLength(320)),
})

/** An appeal as the person who decides it sees it in a list. */
export const AppealSummary = z.object({
  id: Id,
  student_name: z.string(),
  class_name: z.nullable(z.string()),
  /** Who made the decision; null if no name is known. */
  teacher_name: z.nullable(z.string()),
  /** The decision that the student appealed against. */
  outcome: CaseOutcome,
  appealed_at: Time,
  /** Null while the appeal is open. */
  ended_at: z.nullable(Time),
  /** What replaced the decision; null while the appeal is open, and if the decision is confirmed. */
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

/** What can replace a decision. What the student said themselves is not for a second person to decide. */
export const replacementOutcomes = ['cleared', 'support-agreed', 'referred', 'no-action'] as const
export type ReplacementOutcome = (typeof replacementOutcomes)[number]

export const AppealEndInput = z.object({
  /** Null confirms the decision. */
  outcome: z.nullable(z.enum(replacementOutcomes)),
  reason: multilineText(caseLimits.textCharacters).check(z.minLength(1, 'decision_reason_missing')),
})
export type AppealEndInput = z.infer<typeof AppealEndInput>

const byId = z.object({ id: z.string() })
const limit = z._default(
  z.coerce.number().check(z.int(), z.minimum(1), z.maximum(caseLimits.largestPage)),
  caseLimits.pageSize,
)

/**
 * Calls about appeals of students: for the person who decides them, and for administrators, who name that
 * person.
 */
export const caseAppealRoutes = {
  listAppeals: defineRoute({
    method: 'GET',
    path: '/appeals',
    access: 'teacher',
    summary: 'The appeals that the caller decides, open ones first',
    input: z.object({ offset, limit }),
    reply: z.array(AppealSummary),
  }),
  readAppeal: defineRoute({
    method: 'GET',
    path: '/appeals/:id',
    access: 'teacher',
    summary: 'One appeal with the record of its case, without the private notes of its teacher',
    input: byId,
    reply: Appeal,
  }),
  readAppealReport: defineRoute({
    method: 'GET',
    path: '/appeals/:id/documents/:document_id/report',
    access: 'teacher',
    summary: 'The report of a document of the case as it was when it was added',
    input: z.extend(byId, { document_id: z.string() }),
    reply: Report,
  }),
  readAppealFile: defineRoute({
    method: 'GET',
    path: '/appeals/:id/files/:file_id',
    access: 'teacher',
    attachment: 'application/octet-stream',
    summary: 'A file that the student handed in, as it was sent',
    input: z.extend(byId, { file_id: z.string() }),
    reply: LongAttachment,
  }),
  endAppeal: defineRoute({
    method: 'POST',
    path: '/appeals/:id/end',
    access: 'teacher',
    success: 201,
    summary: 'End an appeal with a reason: let the decision stand, or replace it; 409 once it has ended',
    input: z.extend(AppealEndInput, byId.shape),
    reply: Appeal,
  }),
  listAppealReviewers: defineRoute({
    method: 'GET',
    path: '/admin/appeal-reviewers',
    access: 'administrator',
    summary: 'The people to whom appeals go',
    input: z.object({}),
    reply: z.array(AppealReviewer),
  }),
  addAppealReviewer: defineRoute({
    method: 'POST',
    path: '/admin/appeal-reviewers',
    access: 'administrator',
    success: 201,
    summary: 'Have appeals go to this account too',
    input: AppealReviewerInput,
    reply: z.array(AppealReviewer),
  }),
  removeAppealReviewer: defineRoute({
    method: 'DELETE',
    path: '/admin/appeal-reviewers/:teacher_id',
    access: 'administrator',
    summary: 'Have no more appeals go to this account; its open ones go to others',
    input: z.object({ teacher_id: z.string() }),
    reply: z.array(AppealReviewer),
  }),
} as const
