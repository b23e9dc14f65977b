import * as z from 'zod/mini'
import { Attachment, LongAttachment } from '../calls/attachment.ts'
import { defineRoute, offset } from '../calls/route.ts'
import {
  Case,
  CaseChange,
  CaseDecisionInput,
  CaseFilter,
  CasePolicy,
  CaseStepInput,
  CaseSummary,
  caseLimits,
} from '../cases/case.ts'
import { MadeStudentLink, StudentLinkInput, StudentPage } from '../cases/student-page.ts'
import { Report } from '../documents/report.ts'
import { Deleted } from '../values/scalars.ts'

const byId = z.object({ id: z.string() })
const documentInCase = z.extend(byId, { document_id: z.string() })
const exported = z.extend(byId, {
  language: z.optional(z.string().check(z.maxLength(35))),
  time_zone: z.optional(z.string().check(z.maxLength(64))),
})
const limit = z._default(
  z.coerce.number().check(z.int(), z.minimum(1), z.maximum(caseLimits.largestPage)),
  caseLimits.pageSize,
)

/** Calls about conversations with students. */
export const caseRoutes = {
  listCases: defineRoute({
    method: 'GET',
    path: '/cases',
    access: 'teacher',
    scope: 'cases:read',
    summary: 'Own cases, the last changed first',
    input: z.extend(CaseFilter, { offset, limit }),
    reply: z.array(CaseSummary),
  }),
  openCase: defineRoute({
    method: 'POST',
    path: '/cases',
    access: 'teacher',
    success: 201,
    summary: 'Open a case about a completed document of a student; 409 if the document is in a case already',
    input: z.object({ document_id: z.string() }),
    reply: Case,
  }),
  readCase: defineRoute({
    method: 'GET',
    path: '/cases/:id',
    access: 'teacher',
    scope: 'cases:read',
    summary: 'One case with its documents and timeline',
    input: byId,
    reply: Case,
  }),
  changeCase: defineRoute({
    method: 'PUT',
    path: '/cases/:id',
    access: 'teacher',
    summary: 'Change the private notes or the due date, or name the rule concerned; an absent field stays',
    input: z.extend(CaseChange, byId.shape),
    reply: Case,
  }),
  deleteCase: defineRoute({
    method: 'DELETE',
    path: '/cases/:id',
    access: 'teacher',
    summary:
      'Delete a case opened by mistake: it goes to the bin; 409 once the student was asked or anything was decided',
    input: byId,
    reply: Deleted,
  }),
  addCaseDocument: defineRoute({
    method: 'POST',
    path: '/cases/:id/documents',
    access: 'teacher',
    success: 201,
    summary: 'Add another completed document of the same student; its report is frozen into the case',
    input: documentInCase,
    reply: Case,
  }),
  readCaseReport: defineRoute({
    method: 'GET',
    path: '/cases/:id/documents/:document_id/report',
    access: 'teacher',
    scope: 'cases:read',
    summary:
      'The report of a document as it was when it was added to the case, even after the document was deleted',
    input: documentInCase,
    reply: Report,
  }),
  recordCaseStep: defineRoute({
    method: 'POST',
    path: '/cases/:id/steps',
    access: 'teacher',
    success: 201,
    summary: 'Record that the student was asked or answered, or a meeting',
    input: z.extend(CaseStepInput, byId.shape),
    reply: Case,
  }),
  decideCase: defineRoute({
    method: 'POST',
    path: '/cases/:id/decisions',
    access: 'teacher',
    success: 201,
    summary: 'Decide a case; an earlier decision stays in the timeline',
    input: z.extend(CaseDecisionInput, byId.shape),
    reply: Case,
  }),
  exportCase: defineRoute({
    method: 'GET',
    path: '/cases/:id/pack',
    access: 'teacher',
    attachment: 'application/zip',
    summary:
      'The case as an evidence pack: a ZIP with a PDF, the frozen reports, the timeline and a manifest with the hash of every file',
    input: exported,
    reply: LongAttachment,
  }),
  printCase: defineRoute({
    method: 'GET',
    path: '/cases/:id/pdf',
    access: 'teacher',
    attachment: 'application/pdf',
    summary: 'The case as one PDF: decisions, timeline and each report as it was',
    input: exported,
    reply: Attachment,
  }),
  readStudentPage: defineRoute({
    method: 'GET',
    path: '/cases/:id/student-page',
    access: 'teacher',
    scope: 'cases:read',
    summary: 'The link that the student was given, and the replies they handed in',
    input: byId,
    reply: StudentPage,
  }),
  makeStudentLink: defineRoute({
    method: 'POST',
    path: '/cases/:id/student-page/links',
    access: 'teacher',
    success: 201,
    summary:
      'Make a private link for the student, which replaces the one before; 409 before a question is recorded',
    input: z.extend(StudentLinkInput, byId.shape),
    reply: MadeStudentLink,
  }),
  readStudentLink: defineRoute({
    method: 'GET',
    path: '/cases/:id/student-page/link',
    access: 'teacher',
    summary: 'The address of the open link, to copy it again; 409 once it is used, withdrawn or expired',
    input: byId,
    reply: z.object({ url: z.string() }),
  }),
  extendStudentLink: defineRoute({
    method: 'PUT',
    path: '/cases/:id/student-page/link',
    access: 'teacher',
    summary: 'Give the student this many days from now; the link stays the same',
    input: z.extend(z.pick(StudentLinkInput, { days: true }), byId.shape),
    reply: StudentPage,
  }),
  withdrawStudentLink: defineRoute({
    method: 'DELETE',
    path: '/cases/:id/student-page/link',
    access: 'teacher',
    summary: 'Withdraw the link; a draft of the student stays for the next one',
    input: byId,
    reply: StudentPage,
  }),
  previewStudentPage: defineRoute({
    method: 'POST',
    path: '/cases/:id/student-page/preview',
    access: 'teacher',
    success: 201,
    summary: 'An address, valid for some minutes, that shows the page as the student will see it',
    input: z.extend(z.pick(StudentLinkInput, { language: true, time_zone: true }), byId.shape),
    reply: z.object({ url: z.string() }),
  }),
  readReplyFile: defineRoute({
    method: 'GET',
    path: '/cases/:id/student-page/files/:file_id',
    access: 'teacher',
    scope: 'cases:read',
    attachment: 'application/octet-stream',
    summary: 'A file of a reply, as the student sent it',
    input: z.object({ id: z.string(), file_id: z.string() }),
    reply: LongAttachment,
  }),
  readCasePolicy: defineRoute({
    method: 'GET',
    path: '/admin/case-policy',
    access: 'administrator',
    summary: 'The rules for cases',
    input: z.object({}),
    reply: CasePolicy,
  }),
  saveCasePolicy: defineRoute({
    method: 'PUT',
    path: '/admin/case-policy',
    access: 'administrator',
    summary: 'Change the rules for cases',
    input: CasePolicy,
    reply: CasePolicy,
  }),
} as const
