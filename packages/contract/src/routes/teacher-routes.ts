import * as z from 'zod/mini'
import { settingsRoutes } from '../account/public-settings.ts'
import { Retention } from '../account/retention.ts'
import { ProfileInput, Teacher } from '../account/teacher.ts'
import { defineRoute, limit, offset, sorting, timeZone } from '../calls/route.ts'
import { archiveCharsets } from '../documents/archive-paths.ts'
import {
  BatchUpload,
  DashboardStats,
  Document,
  DocumentDeleted,
  DocumentFilter,
  DocumentText,
  documentSorts,
  RecentDocument,
  SamplesAdded,
  SamplesInput,
  SamplesRemoved,
  WithdrawnFindings,
} from '../documents/document.ts'
import { ClassGroup, Student, StudentFilter, studentSorts } from '../organisation/student.ts'
import { listLimits } from '../values/limits.ts'
import { Count, Flag, optionalText } from '../values/scalars.ts'

const none = z.object({})
const byId = z.object({ id: z.string() })
const optionalId = z.nullish(z.string())

/** Form fields besides the file. The owner is never among them: it comes from the token. */
const owners = z.object({ student_id: optionalId, class_group_id: optionalId })
/**
 * `written_in_class` marks everything in the upload. Files that are sent one by one belong together, and are
 * compared with each other, if they carry the same `batch_id`, which the sender makes up.
 */
const uploadFields = z.extend(owners, { written_in_class: z.optional(Flag), batch_id: z.optional(z.uuid()) })
const batchFields = z.extend(uploadFields, {
  priority: z.optional(z.string()),
  assignment_id: optionalId,
  /** How the names in an archive are stored that does not say so, if its names can be read in several ways. */
  names_charset: z.optional(z.enum(archiveCharsets)),
})
/**
 * A page of a list: `limit` rows after the row `before` (the last of the previous page) in the requested
 * order. Fewer rows end the list.
 */
const documentPage = z.extend(DocumentFilter, {
  ...sorting(documentSorts, 'upload_timestamp', 'desc'),
  before: z.optional(z.string()),
  limit: z._default(limit, listLimits.usual),
})
/** Without `limit` the whole list, for pickers that need every name. */
const studentPage = z.extend(StudentFilter, {
  ...sorting(studentSorts, 'created_at', 'desc'),
  offset,
  limit: z.optional(limit),
})
/** The calls of the screens that every teacher uses, and of the public site. */
export const teacherRoutes = {
  ...settingsRoutes,

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
  readRetention: defineRoute({
    method: 'GET',
    path: '/teachers/me/retention',
    access: 'teacher',
    summary: 'Retention setting, and documents announced for erasure',
    input: none,
    reply: Retention,
  }),
  addSamples: defineRoute({
    method: 'POST',
    path: '/samples',
    access: 'teacher',
    storesFiles: true,
    summary: 'Add sample documents and a class for them, unless there are some already',
    input: SamplesInput,
    reply: SamplesAdded,
  }),
  removeSamples: defineRoute({
    method: 'DELETE',
    path: '/samples',
    access: 'teacher',
    summary: 'Remove the sample documents and their class',
    input: none,
    reply: SamplesRemoved,
  }),

  readWithdrawnFindings: defineRoute({
    method: 'GET',
    path: '/dashboard/withdrawn-findings',
    access: 'teacher',
    summary: 'Findings that a newer detector no longer makes, until the notice is put away',
    input: none,
    reply: WithdrawnFindings,
  }),
  putAwayWithdrawnFindings: defineRoute({
    method: 'DELETE',
    path: '/dashboard/withdrawn-findings',
    access: 'teacher',
    summary: 'Put the notice of withdrawn findings away; the reports keep saying it',
    input: none,
    reply: WithdrawnFindings,
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
    scope: 'documents:write',
    body: 'multipart',
    success: 201,
    repeatable: true,
    storesFiles: true,
    summary: 'Upload one file (field `file`)',
    input: uploadFields,
    reply: Document,
  }),
  submitText: defineRoute({
    method: 'POST',
    path: '/documents/text',
    access: 'teacher',
    scope: 'documents:write',
    success: 201,
    repeatable: true,
    storesFiles: true,
    summary: 'Submit pasted text',
    /** `title` names the document in lists; by default the time in `time_zone` does. */
    input: z.extend(DocumentText, { ...uploadFields.shape, title: optionalText(200), time_zone: timeZone }),
    reply: Document,
  }),
  uploadBatch: defineRoute({
    method: 'POST',
    path: '/documents/batch',
    access: 'teacher',
    scope: 'documents:write',
    body: 'multipart',
    success: 201,
    repeatable: true,
    storesFiles: true,
    summary: 'Upload several files (field `files`, repeated); a ZIP archive counts as the documents in it',
    input: batchFields,
    reply: BatchUpload,
  }),
  listDocuments: defineRoute({
    method: 'GET',
    path: '/documents',
    access: 'teacher',
    scope: 'documents:read',
    summary: 'Own documents, newest first by default',
    input: documentPage,
    reply: z.array(Document),
  }),
  countDocuments: defineRoute({
    method: 'GET',
    path: '/documents/count',
    access: 'teacher',
    scope: 'documents:read',
    summary: 'Number of own documents matching a filter',
    input: DocumentFilter,
    reply: Count,
  }),
  readDocument: defineRoute({
    method: 'GET',
    path: '/documents/:id',
    access: 'teacher',
    scope: 'documents:read',
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
    summary: 'Delete a document with its text and results: it goes to the bin',
    input: byId,
    reply: DocumentDeleted,
  }),
  reprocessDocument: defineRoute({
    method: 'POST',
    path: '/documents/:id/reprocess',
    access: 'teacher',
    summary: 'Retry a failed document',
    input: byId,
    reply: Document,
  }),
  assignDocument: defineRoute({
    method: 'PUT',
    path: '/documents/:id/assign-student',
    access: 'teacher',
    summary: 'Assign a document to a student, a class, or both: an absent id is unchanged, null or "" clears',
    input: z.extend(byId, owners.shape),
    reply: Document,
  }),
  putAway: defineRoute({
    method: 'PUT',
    path: '/documents/:id/done',
    access: 'teacher',
    summary: 'Put a document away, or bring it back; a newer reason brings it back by itself',
    input: z.extend(byId, { done: Flag }),
    reply: Document,
  }),
  markWrittenInClass: defineRoute({
    method: 'PUT',
    path: '/documents/:id/written-in-class',
    access: 'teacher',
    summary: 'Mark a document as written in class, or remove the mark; repeating changes nothing',
    input: z.extend(byId, { written_in_class: Flag }),
    reply: Document,
  }),

  listStudents: defineRoute({
    method: 'GET',
    path: '/students',
    access: 'teacher',
    summary: 'Own students, newest first by default',
    input: studentPage,
    reply: z.array(Student),
  }),
  countStudents: defineRoute({
    method: 'GET',
    path: '/students/count',
    access: 'teacher',
    summary: 'Number of own students matching a filter',
    input: StudentFilter,
    reply: Count,
  }),
  readStudent: defineRoute({
    method: 'GET',
    path: '/students/:id',
    access: 'teacher',
    summary: 'One student',
    input: byId,
    reply: Student,
  }),

  listClassGroups: defineRoute({
    method: 'GET',
    path: '/class-groups',
    access: 'teacher',
    summary: 'Own classes by name',
    input: none,
    reply: z.array(ClassGroup),
  }),
  readClassGroup: defineRoute({
    method: 'GET',
    path: '/class-groups/:id',
    access: 'teacher',
    summary: 'One class',
    input: byId,
    reply: ClassGroup,
  }),
} as const
