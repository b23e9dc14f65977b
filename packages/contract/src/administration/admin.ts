import * as z from 'zod/mini'
import { teacherRoles } from '../account/teacher.ts'
import { Document } from '../documents/document.ts'
import { Student } from '../organisation/student.ts'
import { planIds } from '../values/limits.ts'
import { Id, Time } from '../values/scalars.ts'

/** Page sizes of the administrators' lists, and how far one of them is sorted. */
export const adminLimits = {
  usual: 50,
  largest: 200,
  teachersFirst: 20,
  /** Orders of documents without an index of their own are those of so many of the newest that match. */
  sortedDocuments: 50_000,
} as const

/** Search text, case-insensitive; the fields that it searches depend on the list. */
export const AdminFilter = z.object({ search: z.optional(z.string().check(z.maxLength(200))) })

/** A teacher as administrators see them; searched by name, e-mail address, school or `kinde_id`. */
export const AdminTeacher = z.object({
  id: Id,
  _id: Id,
  /** Subject at the identity provider. */
  kinde_id: z.string(),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  school_name: z.nullable(z.string()),
  role: z.nullable(z.enum(teacherRoles)),
  /** The account's own flag. Settings and token roles can also make an administrator. */
  is_administrator: z.boolean(),
  /** Whether two-factor authentication is on; null with an external provider. */
  has_second_step: z.nullable(z.boolean()),
  current_plan: z.enum(planIds),
  /** Words a month; null is unlimited. */
  current_plan_word_limit: z.nullable(z.int()),
  words_used_current_cycle: z.int(),
  remaining_words_current_cycle: z.nullable(z.int()),
  documents_processed_current_cycle: z.int(),
  /** False while the account is being erased, and once a list of teachers has deactivated it. */
  is_active: z.boolean(),
  /** Whether a list of teachers made the account, and its owner has not signed in yet. */
  is_invited: z.boolean(),
  is_deleted: z.boolean(),
  country: z.nullable(z.string()),
  state_county: z.nullable(z.string()),
  /** Never asked for; always null. */
  how_did_you_hear: z.nullable(z.string()),
  description: z.nullable(z.string()),
  stripe_customer_id: z.nullable(z.string()),
  subscription_status: z.nullable(z.string()),
  pro_plan_activated_at: z.nullable(Time),
  created_at: Time,
  updated_at: Time,
  custom_word_limit_override: z.nullable(z.int()),
  custom_char_limit_override: z.nullable(z.int()),
})
export type AdminTeacher = z.infer<typeof AdminTeacher>

export const TwoFactorStatus = z.object({ kinde_id: z.string(), has_second_step: z.boolean() })
export type TwoFactorStatus = z.infer<typeof TwoFactorStatus>

export const adminTeacherSorts = ['created_at', 'last_name', 'email', 'school_name', 'current_plan'] as const
export type AdminTeacherSort = (typeof adminTeacherSorts)[number]

/** Owner of a row; null for what the teacher never entered. */
const owner = { teacher_name: z.nullable(z.string()), teacher_email: z.nullable(z.string()) }

/** A student of any teacher; searched by first name, last name, e-mail address or `teacher_id`. */
export const AdminStudent = z.extend(z.omit(Student, { class_group_ids: true, descriptor: true }), owner)
export type AdminStudent = z.infer<typeof AdminStudent>

export const adminStudentSorts = ['last_name', 'first_name', 'email', 'created_at', 'teacher'] as const
export type AdminStudentSort = (typeof adminStudentSorts)[number]

/** A class of any teacher; searched by its name, its year or its teacher. */
export const AdminClassGroup = z.object({
  id: Id,
  _id: Id,
  teacher_id: Id,
  ...owner,
  class_name: z.string(),
  academic_year: z.nullable(z.string()),
  student_count: z.int(),
  created_at: Time,
  updated_at: Time,
})
export type AdminClassGroup = z.infer<typeof AdminClassGroup>

export const adminClassSorts = [
  'class_name',
  'academic_year',
  'teacher',
  'student_count',
  'created_at',
] as const
export type AdminClassSort = (typeof adminClassSorts)[number]

/**
 * A document of any teacher, without its text; searched by filename, id, student id, teacher id or status.
 */
export const AdminDocument = z.extend(
  z.pick(Document, {
    id: true,
    _id: true,
    teacher_id: true,
    original_filename: true,
    filename: true,
    upload_timestamp: true,
    created_at: true,
    updated_at: true,
    status: true,
    status_reason: true,
    failure: true,
    word_count: true,
    character_count: true,
    page_count: true,
    file_type: true,
    size_bytes: true,
    student_id: true,
    class_group_id: true,
    assignment_id: true,
    batch_id: true,
    processing_priority: true,
    queue_position: true,
    storage_blob_path: true,
    is_sample: true,
    written_in_class: true,
  }),
  {
    ...owner,
    student_name: z.nullable(z.string()),
    class_name: z.nullable(z.string()),
    completed_at: z.nullable(Time),
    /** Of the detector that its result came from; null without one. */
    detector_version: z.nullable(z.string()),
    /** Absent, as the label is, unless the administrator has switched both on. */
    score: z.optional(Document.shape.score),
    label: z.optional(Document.shape.label),
  },
)
export type AdminDocument = z.infer<typeof AdminDocument>

export const adminDocumentSorts = [
  'created_at',
  'id',
  'original_filename',
  'status',
  'failure',
  'teacher',
  'teacher_id',
  'student',
  'student_id',
  'class',
  'class_group_id',
  'word_count',
  'character_count',
  'page_count',
  'file_type',
  'size_bytes',
  'completed_at',
  'updated_at',
  'detector_version',
  'processing_priority',
  'queue_position',
  'batch_id',
  'assignment_id',
  'storage_blob_path',
  'is_sample',
  'written_in_class',
  'score',
  'label',
] as const
export type AdminDocumentSort = (typeof adminDocumentSorts)[number]

/** Whether this administrator sees score and label of documents; switching that is recorded. */
export const DocumentScores = z.object({ is_shown: z.boolean() })
export type DocumentScores = z.infer<typeof DocumentScores>

/** The orders that come from an index, so that all documents are sorted. */
export const indexedDocumentSorts: readonly AdminDocumentSort[] = ['created_at', 'id']

/**
 * Actions of administrators, teachers' marks that change what reports are compared with, exports of cases,
 * what happens to the private links of students, what students hand in there, and what is done with appeals;
 * each is recorded permanently.
 */
export const adminActions = [
  'usage-limits.change',
  'plan.change',
  'second-step.remove',
  'student.delete',
  'mail.read',
  'message.read',
  'message.close',
  'message.reopen',
  'document.retry',
  'document-scores.switch-on',
  'document-scores.switch-off',
  'school-baseline.switch-on',
  'school-baseline.switch-off',
  'document.mark-written-in-class',
  'document.unmark-written-in-class',
  'job.retry',
  'role.give',
  'role.take',
  'access.end',
  'setup.claim',
  'setup.test-email',
  'setup.finish',
  'platform.add',
  'platform.change',
  'platform.invite',
  'platform.remove',
  'school-comparison.switch-on',
  'school-comparison.switch-off',
  'comparison.ask',
  'comparison.agree',
  'comparison.decline',
  'comparison.withdraw',
  'comparison.cancel',
  'comparison.read',
  'comparison.count',
  'comparison.unusual',
  'case-policy.change',
  'case.export',
  'case-link.make',
  'case-link.send',
  'case-link.copy',
  'case-link.open',
  'case-link.extend',
  'case-link.withdraw',
  'case-link.expire',
  'case-reply.receive',
  'writing-task.delete',
  'writing-link.create',
  'writing-link.open',
  'writing-link.revoke',
  'writing.accept',
  'writing.hand-in',
  'writing.take-back',
  'writing.export',
  'case-appeal.receive',
  'appeal-reviewer.add',
  'appeal-reviewer.remove',
  'appeal.read',
  'appeal.end',
  'backup.make',
  'backup.verify',
  'backup.download',
  'backup.delete',
  'backup.upload',
  'backup.restore',
  'backup-schedule.change',
  'teachers.import',
  'account.deactivate',
  'account.reactivate',
  'files.sweep',
] as const
export const AdminAction = z.enum(adminActions)

/** One recorded action. Entries are never changed or removed. */
export const AuditEntry = z.object({
  id: Id,
  at: Time,
  /** Who did it; null if no account did: a student at a private link, or the end of its time. */
  administrator_id: z.nullable(Id),
  /** Current name; null without an account, and once it is erased. */
  administrator_name: z.nullable(z.string()),
  administrator_email: z.nullable(z.string()),
  action: AdminAction,
  /** Target of the action: the id of a teacher, student, document, upload, case, e-mail or message. */
  target_id: Id,
  /** Current e-mail address of the target's owner; null if it has none or the owner is gone. */
  teacher_email: z.nullable(z.string()),
  /** Figures before and after, never a name or a text. */
  details: z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.null()])),
})
export type AuditEntry = z.infer<typeof AuditEntry>
