import * as z from 'zod/mini'
import { Retention, RetentionInput, RetentionPreview } from '../account/retention.ts'
import { ProfileInput, Teacher } from '../account/teacher.ts'
import { Analytics, ClassAnalytics, ClassTally } from '../analytics.ts'
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
} from '../document.ts'
import { listLimits, uploadLimits } from '../limits.ts'
import {
  ClassGroup,
  ClassGroupInput,
  Student,
  StudentFilter,
  StudentInput,
  StudentRow,
  StudentsUploaded,
  studentSorts,
} from '../organisation/student.ts'
import { settingsRoutes } from '../public-settings.ts'
import { Attachment, LongAttachment, Report } from '../report.ts'
import { Count, Deleted, Flag, optionalText } from '../scalars.ts'
import { defineRoute, limit, offset, sorting } from './route.ts'

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
const batchFields = z.extend(uploadFields, { priority: z.optional(z.string()), assignment_id: optionalId })
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
const membership = z.object({ id: z.string(), student_id: z.string() })
/** An IANA name; UTC when absent or unknown. */
const timeZone = z.optional(z.string().check(z.maxLength(64)))
/** Language tag and IANA time zone of an export; English and UTC when absent or unknown. */
const exported = z.extend(byId, {
  language: z.optional(z.string().check(z.maxLength(35))),
  time_zone: timeZone,
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
  saveRetention: defineRoute({
    method: 'PUT',
    path: '/teachers/me/retention',
    access: 'teacher',
    summary: 'Change the retention setting, for all documents or by class',
    input: RetentionInput,
    reply: Retention,
  }),
  previewRetention: defineRoute({
    method: 'POST',
    path: '/teachers/me/retention/preview',
    access: 'teacher',
    summary: 'Preview what a retention setting would erase, without changing anything',
    input: RetentionInput,
    reply: RetentionPreview,
  }),

  addSamples: defineRoute({
    method: 'POST',
    path: '/samples',
    access: 'teacher',
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

  readAnalytics: defineRoute({
    method: 'GET',
    path: '/analytics',
    access: 'teacher',
    summary: 'Analytics of all own documents, and the published rates of the detector in use',
    input: none,
    reply: Analytics,
  }),
  listClassTallies: defineRoute({
    method: 'GET',
    path: '/analytics/classes',
    access: 'teacher',
    summary: 'Analytics of each own class, by name',
    input: none,
    reply: z.array(ClassTally),
  }),
  readClassAnalytics: defineRoute({
    method: 'GET',
    path: '/analytics/classes/:id',
    access: 'teacher',
    summary: 'Analytics of one class, by month',
    input: byId,
    reply: ClassAnalytics,
  }),

  uploadDocument: defineRoute({
    method: 'POST',
    path: '/documents/upload',
    access: 'teacher',
    scope: 'documents:write',
    body: 'multipart',
    success: 201,
    repeatable: true,
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
  markWrittenInClass: defineRoute({
    method: 'PUT',
    path: '/documents/:id/written-in-class',
    access: 'teacher',
    summary: 'Mark a document as written in class, or remove the mark; repeating changes nothing',
    input: z.extend(byId, { written_in_class: Flag }),
    reply: Document,
  }),
  readReport: defineRoute({
    method: 'GET',
    path: '/results/document/:id',
    access: 'teacher',
    scope: 'reports:read',
    summary: 'The result of a document',
    input: byId,
    reply: Report,
  }),
  printReport: defineRoute({
    method: 'GET',
    path: '/results/document/:id/pdf',
    access: 'teacher',
    scope: 'reports:read',
    attachment: 'application/pdf',
    summary:
      'The result of a document as a PDF of two pages, with an appendix on request; 409 while there is none',
    input: z.extend(byId, {
      language: z.optional(z.string().check(z.maxLength(35))),
      /** IANA name of the time zone in the PDF; UTC when absent or unknown. */
      time_zone: timeZone,
      /** Adds every figure behind the result, and the whole of a long text. */
      appendix: z.optional(Flag),
    }),
    reply: Attachment,
  }),
  recheckDocument: defineRoute({
    method: 'POST',
    path: '/results/document/:id/recheck',
    access: 'teacher',
    summary: 'Recheck the text with a newer detector, beside the first result; 409 if there is none',
    input: byId,
    reply: Report,
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
  createStudent: defineRoute({
    method: 'POST',
    path: '/students',
    access: 'teacher',
    success: 201,
    summary: 'Add a student; 409 when the external id is taken',
    input: StudentInput,
    reply: Student,
  }),
  uploadStudents: defineRoute({
    method: 'POST',
    path: '/students/bulk-upload',
    access: 'teacher',
    summary: 'Add many students at once; each row has its own result',
    input: z.object({
      students: z.array(StudentRow).check(z.minLength(1), z.maxLength(uploadLimits.studentsAtOnce)),
    }),
    reply: StudentsUploaded,
  }),
  readStudent: defineRoute({
    method: 'GET',
    path: '/students/:id',
    access: 'teacher',
    summary: 'One student',
    input: byId,
    reply: Student,
  }),
  updateStudent: defineRoute({
    method: 'PUT',
    path: '/students/:id',
    access: 'teacher',
    summary: 'Change a student; a field that is absent is cleared',
    input: z.extend(StudentInput, byId.shape),
    reply: Student,
  }),
  deleteStudent: defineRoute({
    method: 'DELETE',
    path: '/students/:id',
    access: 'teacher',
    summary: 'Delete a student: they go to the bin; their documents stay, assigned to nobody',
    input: byId,
    reply: Deleted,
  }),

  listClassGroups: defineRoute({
    method: 'GET',
    path: '/class-groups',
    access: 'teacher',
    summary: 'Own classes by name',
    input: none,
    reply: z.array(ClassGroup),
  }),
  createClassGroup: defineRoute({
    method: 'POST',
    path: '/class-groups',
    access: 'teacher',
    success: 201,
    summary: 'Add a class; 409 when name and year are taken',
    input: ClassGroupInput,
    reply: ClassGroup,
  }),
  readClassGroup: defineRoute({
    method: 'GET',
    path: '/class-groups/:id',
    access: 'teacher',
    summary: 'One class',
    input: byId,
    reply: ClassGroup,
  }),
  updateClassGroup: defineRoute({
    method: 'PUT',
    path: '/class-groups/:id',
    access: 'teacher',
    summary: 'Change a class; an absent year is cleared',
    input: z.extend(ClassGroupInput, byId.shape),
    reply: ClassGroup,
  }),
  deleteClassGroup: defineRoute({
    method: 'DELETE',
    path: '/class-groups/:id',
    access: 'teacher',
    summary: 'Delete a class: it goes to the bin; its students and documents stay, in no class',
    input: byId,
    reply: Deleted,
  }),
  addClassStudent: defineRoute({
    method: 'POST',
    path: '/class-groups/:id/students/:student_id',
    access: 'teacher',
    summary: 'Add a student to a class; repeating changes nothing',
    input: membership,
    reply: ClassGroup,
  }),
  removeClassStudent: defineRoute({
    method: 'DELETE',
    path: '/class-groups/:id/students/:student_id',
    access: 'teacher',
    summary: 'Remove a student from a class; repeating changes nothing',
    input: membership,
    reply: ClassGroup,
  }),
  exportClassGroup: defineRoute({
    method: 'GET',
    path: '/class-groups/:id/csv',
    access: 'teacher',
    attachment: 'text/csv; charset=utf-8',
    summary:
      'The students and documents of a class as CSV; cells that a spreadsheet would run as formulas are escaped',
    input: exported,
    reply: LongAttachment,
  }),
  exportClassReports: defineRoute({
    method: 'GET',
    path: '/class-groups/:id/reports',
    access: 'teacher',
    attachment: 'application/zip',
    summary: 'The reports of a class as PDFs in one ZIP, generated while it is sent; 409 if there is none',
    input: exported,
    reply: LongAttachment,
  }),
} as const
