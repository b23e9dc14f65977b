import * as z from 'zod/mini'
import { caseLimits } from '../case.ts'
import { Appeal, AppealEndInput, AppealReviewer, AppealReviewerInput, AppealSummary } from '../case-appeal.ts'
import { LongAttachment, Report } from '../report.ts'
import { offset } from './paging.ts'
import { defineRoute } from './route.ts'

const byId = z.object({ id: z.string() })
const limit = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(caseLimits.largestPage)), caseLimits.pageSize)

/** Calls about appeals of students: for the person who decides them, and for administrators, who name that person. */
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
