import * as z from 'zod/mini'
import { GivenPlan, PlanInput, UsageLimits, UsageLimitsInput } from '../account/subscription.ts'
import {
  AdminAction,
  AdminClassGroup,
  AdminDocument,
  AdminFilter,
  AdminStudent,
  AdminTeacher,
  AuditEntry,
  adminClassSorts,
  adminDocumentSorts,
  adminLimits,
  adminStudentSorts,
  adminTeacherSorts,
  DocumentScores,
  TwoFactorStatus,
} from '../administration/admin.ts'
import { BackupLink, BackupList, BackupRun, BackupSchedule } from '../administration/backups.ts'
import { Installation, InstallationLimit } from '../administration/installation.ts'

import {
  FailedJob,
  MailPage,
  MailText,
  Models,
  PaymentEvent,
  QueueHealth,
  Retried,
  RetryInput,
  StorageUse,
  SupportMessage,
  SupportMessageText,
} from '../administration/operations.ts'
import { TeacherImportInput, TeacherImportResult, TeacherImports } from '../administration/teacher-imports.ts'
import { RangedAttachment } from '../calls/attachment.ts'
import { defineRoute, limit, offset, sorting } from '../calls/route.ts'
import { SchoolBaseline } from '../documents/baseline.ts'
import { listLimits } from '../values/limits.ts'
import { Count, Deleted } from '../values/scalars.ts'

const none = z.object({})
const byId = z.object({ id: z.string() })
const page = {
  offset,
  limit: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(adminLimits.largest)),
    adminLimits.usual,
  ),
}

/** Calls for administrators. None of them returns student text. */
export const adminRoutes = {
  listAllTeachers: defineRoute({
    method: 'GET',
    path: '/admin/teachers/all',
    access: 'administrator',
    summary: 'Teachers, newest first by default',
    input: z.extend(AdminFilter, { ...sorting(adminTeacherSorts, 'created_at', 'desc'), ...page }),
    reply: z.array(AdminTeacher),
  }),
  countAllTeachers: defineRoute({
    method: 'GET',
    path: '/admin/teachers/count',
    access: 'administrator',
    summary: 'Number of teachers matching a search',
    input: AdminFilter,
    reply: Count,
  }),
  updateUsageLimits: defineRoute({
    method: 'PUT',
    path: '/admin/teachers/:kinde_id/usage-limits',
    access: 'administrator',
    summary: 'Change a teacher’s allowance, or the words counted in this cycle',
    input: z.extend(UsageLimitsInput, { kinde_id: z.string() }),
    reply: UsageLimits,
  }),
  changePlan: defineRoute({
    method: 'PUT',
    path: '/admin/teachers/:kinde_id/plan',
    access: 'administrator',
    summary: 'Grant or revoke a teacher’s Schools plan',
    input: z.extend(PlanInput, { kinde_id: z.string() }),
    reply: GivenPlan,
  }),
  removeTwoFactor: defineRoute({
    method: 'DELETE',
    path: '/admin/teachers/:kinde_id/second-step',
    access: 'administrator',
    summary: 'Remove two-factor authentication from a teacher who lost their phone; 404 when it is not on',
    input: z.object({ kinde_id: z.string() }),
    reply: TwoFactorStatus,
  }),

  listAllStudents: defineRoute({
    method: 'GET',
    path: '/admin/students',
    access: 'administrator',
    summary: 'Students of all teachers, by last name by default',
    input: z.extend(AdminFilter, { ...sorting(adminStudentSorts, 'last_name', 'asc'), ...page }),
    reply: z.array(AdminStudent),
  }),
  countAllStudents: defineRoute({
    method: 'GET',
    path: '/admin/students/count',
    access: 'administrator',
    summary: 'Number of students matching a search',
    input: AdminFilter,
    reply: Count,
  }),
  deleteAnyStudent: defineRoute({
    method: 'DELETE',
    path: '/admin/students/:id',
    access: 'administrator',
    summary: 'Delete a student of any teacher; 404 when already deleted',
    input: byId,
    reply: Deleted,
  }),

  listAllClassGroups: defineRoute({
    method: 'GET',
    path: '/class-groups/all-admin',
    access: 'administrator',
    summary: 'Classes of all teachers, by name by default',
    input: z.extend(AdminFilter, { ...sorting(adminClassSorts, 'class_name', 'asc'), ...page }),
    reply: z.array(AdminClassGroup),
  }),
  countAllClassGroups: defineRoute({
    method: 'GET',
    path: '/admin/class-groups/count',
    access: 'administrator',
    summary: 'Number of classes matching a search',
    input: AdminFilter,
    reply: Count,
  }),

  listEveryDocument: defineRoute({
    method: 'GET',
    path: '/admin/documents/all',
    access: 'administrator',
    summary: 'Documents of all teachers, newest first by default',
    input: z.extend(AdminFilter, { ...sorting(adminDocumentSorts, 'created_at', 'desc'), ...page }),
    reply: z.array(AdminDocument),
  }),
  countEveryDocument: defineRoute({
    method: 'GET',
    path: '/admin/documents/count',
    access: 'administrator',
    summary: 'Number of documents matching a search',
    input: AdminFilter,
    reply: Count,
  }),

  readDocumentScores: defineRoute({
    method: 'GET',
    path: '/admin/documents/scores',
    access: 'administrator',
    summary: 'Whether the list of documents shows you score and label',
    input: none,
    reply: DocumentScores,
  }),
  switchDocumentScores: defineRoute({
    method: 'PUT',
    path: '/admin/documents/scores',
    access: 'administrator',
    summary: 'Show score and label in your list of documents, or hide them; both are recorded',
    input: DocumentScores,
    reply: DocumentScores,
  }),

  listAudit: defineRoute({
    method: 'GET',
    path: '/admin/audit',
    access: 'administrator',
    summary: 'Audit log, newest first; `before` is the last id of the previous page',
    input: z.object({
      before: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
      action: z.optional(AdminAction),
      limit: page.limit,
    }),
    reply: z.array(AuditEntry),
  }),

  readSchoolBaseline: defineRoute({
    method: 'GET',
    path: '/admin/baseline',
    access: 'administrator',
    summary:
      'The texts written in class of all teachers, as counts per year group; empty while they are not shared',
    input: none,
    reply: SchoolBaseline,
  }),
  switchSchoolBaseline: defineRoute({
    method: 'PUT',
    path: '/admin/baseline',
    access: 'administrator',
    summary:
      'Let every report compare with the texts written in class of all teachers, as counts alone, or end that',
    input: z.object({ is_shared: z.boolean() }),
    reply: SchoolBaseline,
  }),

  listMails: defineRoute({
    method: 'GET',
    path: '/admin/mails',
    access: 'administrator',
    summary: 'Sent and waiting e-mails, newest first; `before` is the last id of the previous page',
    input: z.object({ before: z.optional(z.string()), limit: z._default(limit, listLimits.usual) }),
    reply: MailPage,
  }),
  readMail: defineRoute({
    method: 'GET',
    path: '/admin/mails/:id',
    access: 'administrator',
    summary: 'One e-mail, with its text while that is kept',
    input: byId,
    reply: MailText,
  }),

  readInstallation: defineRoute({
    method: 'GET',
    path: '/admin/installation',
    access: 'administrator',
    summary: 'Version, detector and settings of this installation, and warnings about them',
    input: none,
    reply: Installation,
  }),

  readQueue: defineRoute({
    method: 'GET',
    path: '/admin/queue',
    access: 'administrator',
    summary: 'State of the document queue, and failures',
    input: none,
    reply: QueueHealth,
  }),
  retryDocuments: defineRoute({
    method: 'POST',
    path: '/admin/queue/retry',
    access: 'administrator',
    summary: 'Retry one failed document, or all that failed through a fault of the product',
    input: RetryInput,
    reply: Retried,
  }),
  listFailedJobs: defineRoute({
    method: 'GET',
    path: '/admin/jobs/failed',
    access: 'administrator',
    summary: 'The latest fifty background jobs that failed for good, newest first',
    input: none,
    reply: z.array(FailedJob),
  }),
  retryJob: defineRoute({
    method: 'POST',
    path: '/admin/jobs/:id/retry',
    access: 'administrator',
    summary: 'Run a background job again that failed for good',
    input: byId,
    reply: Retried,
  }),
  readStorage: defineRoute({
    method: 'GET',
    path: '/admin/storage',
    access: 'administrator',
    summary: 'Disk space used by database, files and exports',
    input: none,
    reply: StorageUse,
  }),
  allowSweep: defineRoute({
    method: 'POST',
    path: '/admin/storage/sweep',
    access: 'administrator',
    summary:
      'Allow the held sweep to set aside this many files without a document; 409 when it counted another number',
    input: z.object({ files: z.int() }),
    reply: z.object({ files: z.int() }),
  }),
  readLimits: defineRoute({
    method: 'GET',
    path: '/admin/limits',
    access: 'administrator',
    summary: 'Every limit in force, and the setting that changes it',
    input: none,
    reply: z.array(InstallationLimit),
  }),
  readModels: defineRoute({
    method: 'GET',
    path: '/admin/models',
    access: 'administrator',
    summary: 'The released models, and which one is in use',
    input: none,
    reply: Models,
  }),
  listPaymentEvents: defineRoute({
    method: 'GET',
    path: '/admin/payment-events',
    access: 'administrator',
    summary: 'Events of the payment provider, newest first',
    input: z.object({ offset, limit: page.limit }),
    reply: z.array(PaymentEvent),
  }),

  listBackups: defineRoute({
    method: 'GET',
    path: '/admin/backups',
    access: 'administrator',
    summary: 'The backups kept on this installation, newest first, and the one being made',
    input: none,
    reply: BackupList,
  }),
  makeBackup: defineRoute({
    method: 'POST',
    path: '/admin/backups',
    access: 'administrator',
    success: 202,
    summary: 'Make a backup; 409 while one is made or verified, 507 if there is too little room',
    input: none,
    reply: BackupRun,
  }),
  verifyBackup: defineRoute({
    method: 'POST',
    path: '/admin/backups/:id/verify',
    access: 'administrator',
    success: 202,
    summary: 'Check every file of a backup against its checksum; 409 while one is made or verified',
    input: byId,
    reply: BackupRun,
  }),
  createBackupLink: defineRoute({
    method: 'POST',
    path: '/admin/backups/:id/link',
    access: 'administrator',
    summary: 'A link that downloads a backup, valid for twelve hours; it replaces the last one',
    input: byId,
    reply: BackupLink,
  }),
  deleteBackup: defineRoute({
    method: 'DELETE',
    path: '/admin/backups/:id',
    access: 'administrator',
    summary: 'Delete a backup; 409 while it is being verified',
    input: byId,
    reply: Deleted,
  }),
  saveBackupSchedule: defineRoute({
    method: 'PUT',
    path: '/admin/backups/schedule',
    access: 'administrator',
    summary: 'When backups are made by themselves, and how many of those are kept',
    input: BackupSchedule,
    reply: BackupSchedule,
  }),
  fetchBackup: defineRoute({
    method: 'GET',
    path: '/backups/:ticket',
    access: 'public',
    attachment: 'application/x-tar',
    summary:
      'A backup as a tar archive, by the secret of its link; a Range continues an interrupted download',
    input: z.object({ ticket: z.string() }),
    reply: RangedAttachment,
  }),

  listTeacherImports: defineRoute({
    method: 'GET',
    path: '/admin/teacher-imports',
    access: 'administrator',
    summary: 'The last imports of teachers, newest first, and whether a file is read every night',
    input: none,
    reply: TeacherImports,
  }),
  importTeachers: defineRoute({
    method: 'POST',
    path: '/admin/teacher-imports',
    access: 'administrator',
    summary:
      'What a CSV file of teachers would change; with the fingerprint of that preview it is carried out, 409 if it has changed since',
    input: TeacherImportInput,
    reply: TeacherImportResult,
  }),

  listSupportMessages: defineRoute({
    method: 'GET',
    path: '/admin/support-messages',
    access: 'administrator',
    summary: 'Messages of the support form without their text, newest first',
    input: z.object({ state: z._default(z.enum(['open', 'closed']), 'open'), offset, limit: page.limit }),
    reply: z.array(SupportMessage),
  }),
  readSupportMessage: defineRoute({
    method: 'GET',
    path: '/admin/support-messages/:id',
    access: 'administrator',
    summary: 'One message, with its text',
    input: byId,
    reply: SupportMessageText,
  }),
  closeSupportMessage: defineRoute({
    method: 'PUT',
    path: '/admin/support-messages/:id',
    access: 'administrator',
    summary: 'Close or reopen a message',
    input: z.extend(byId, { closed: z.boolean() }),
    reply: SupportMessage,
  }),
} as const
