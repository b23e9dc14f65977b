import { z } from 'zod'
import { DashboardStats, RecentDocument } from './dashboard.ts'
import { BatchUpload, Document, DocumentDeleted, DocumentText } from './document.ts'
import { listLimits } from './limits.ts'
import { Attachment, Report } from './report.ts'
import { defineRoute } from './route.ts'
import { PublicSettings } from './settings.ts'
import { ProfileInput, Teacher } from './teacher.ts'

const none = z.object({})
const byId = z.object({ id: z.string() })
const optionalId = z.string().nullish()

/** Fields that travel beside the file. The owner is never one of them: it comes from the token. */
const uploadFields = z.object({ student_id: optionalId, class_group_id: optionalId })
const batchFields = z.object({ priority: z.string().optional(), student_id: optionalId, assignment_id: optionalId })
/** A page of a list: `limit` rows, older than the row `before` (the last of the page before). Fewer rows than `limit` end the list. */
const documentFilter = z.object({
  student_id: z.string().optional(),
  class_group_id: z.string().optional(),
  before: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(listLimits.largest).default(listLimits.usual),
})

/** Every call of the product. The server binds each exactly once; the web knows no other way to call. */
export const routes = {
  readSettings: defineRoute({
    method: 'GET',
    path: '/settings',
    access: 'public',
    summary: 'Public settings',
    input: none,
    reply: PublicSettings,
  }),

  readProfile: defineRoute({
    method: 'GET',
    path: '/teachers/me',
    access: 'teacher',
    summary: 'Own profile; 404 until it is created',
    input: none,
    reply: Teacher,
  }),
  saveProfile: defineRoute({
    method: 'PUT',
    path: '/teachers/me',
    access: 'teacher',
    summary: 'Create or change the own profile',
    input: ProfileInput,
    reply: Teacher,
  }),

  readStats: defineRoute({
    method: 'GET',
    path: '/dashboard/stats',
    access: 'teacher',
    summary: 'Counters of the dashboard',
    input: none,
    reply: DashboardStats,
  }),
  listRecent: defineRoute({
    method: 'GET',
    path: '/dashboard/recent',
    access: 'teacher',
    summary: 'The five newest documents',
    input: none,
    reply: z.array(RecentDocument),
  }),

  uploadDocument: defineRoute({
    method: 'POST',
    path: '/documents/upload',
    access: 'teacher',
    body: 'multipart',
    success: 201,
    summary: 'Upload one file (field `file`)',
    input: uploadFields,
    reply: Document,
  }),
  submitText: defineRoute({
    method: 'POST',
    path: '/documents/text',
    access: 'teacher',
    success: 201,
    summary: 'Submit pasted text',
    input: DocumentText.extend(uploadFields.shape),
    reply: Document,
  }),
  uploadBatch: defineRoute({
    method: 'POST',
    path: '/documents/batch',
    access: 'teacher',
    body: 'multipart',
    success: 201,
    summary: 'Upload several files (field `files`, repeated)',
    input: batchFields,
    reply: BatchUpload,
  }),
  listDocuments: defineRoute({
    method: 'GET',
    path: '/documents',
    access: 'teacher',
    summary: 'Own documents, newest first',
    input: documentFilter,
    reply: z.array(Document),
  }),
  readDocument: defineRoute({
    method: 'GET',
    path: '/documents/:id',
    access: 'teacher',
    summary: 'One document',
    input: byId,
    reply: Document,
  }),
  readDocumentText: defineRoute({
    method: 'GET',
    path: '/documents/:id/text',
    access: 'teacher',
    plainText: true,
    summary: 'The extracted text',
    input: byId,
    reply: z.string(),
  }),
  deleteDocument: defineRoute({
    method: 'DELETE',
    path: '/documents/:id',
    access: 'teacher',
    summary: 'Erase a document, its text and its result',
    input: byId,
    reply: DocumentDeleted,
  }),
  reprocessDocument: defineRoute({
    method: 'POST',
    path: '/documents/:id/reprocess',
    access: 'teacher',
    summary: 'Queue a failed document again',
    input: byId,
    reply: Document,
  }),
  readReport: defineRoute({
    method: 'GET',
    path: '/results/document/:id',
    access: 'teacher',
    summary: 'The result of a document',
    input: byId,
    reply: Report,
  }),
  printReport: defineRoute({
    method: 'GET',
    path: '/results/document/:id/pdf',
    access: 'teacher',
    attachment: 'application/pdf',
    summary: 'The result of a document as a PDF; 409 while there is none',
    input: byId.extend({ language: z.string().max(35).optional() }),
    reply: Attachment,
  }),
  recheckDocument: defineRoute({
    method: 'POST',
    path: '/results/document/:id/recheck',
    access: 'teacher',
    summary: 'Judge the same text with a newer detector, beside the first result; 409 where there is no newer one',
    input: byId,
    reply: Report,
  }),
} as const
