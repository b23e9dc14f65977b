import { z } from 'zod'
import { Document } from './document.ts'
import { planIds } from './limits.ts'
import { Id, Time } from './scalars.ts'
import { Student } from './student.ts'
import { teacherRoles } from './teacher.ts'

/** Rows of a page of the lists that administrators read, when they name no number and at most. */
export const adminLimits = { usual: 50, largest: 200, teachersFirst: 20 } as const

/** What is looked for, in any case; each list says where. */
export const AdminFilter = z.object({ search: z.string().max(200).optional() })

/** A teacher as administrators see them; found by name, e-mail address, school or `kinde_id`. */
export const AdminTeacher = z.object({
  id: Id,
  _id: Id,
  /** Subject at the identity provider. */
  kinde_id: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string().nullable(),
  school_name: z.string().nullable(),
  role: z.enum(teacherRoles).nullable(),
  /** The account's own flag. The settings and the roles of a token make administrators too. */
  is_administrator: z.boolean(),
  current_plan: z.enum(planIds),
  /** Words a month; null is unlimited. */
  current_plan_word_limit: z.int().nullable(),
  words_used_current_cycle: z.int(),
  remaining_words_current_cycle: z.int().nullable(),
  documents_processed_current_cycle: z.int(),
  /** False while the account is being erased. */
  is_active: z.boolean(),
  is_deleted: z.boolean(),
  country: z.string().nullable(),
  state_county: z.string().nullable(),
  /** Nobody is asked this; always null. */
  how_did_you_hear: z.string().nullable(),
  description: z.string().nullable(),
  stripe_customer_id: z.string().nullable(),
  subscription_status: z.string().nullable(),
  pro_plan_activated_at: Time.nullable(),
  created_at: Time,
  updated_at: Time,
  custom_word_limit_override: z.int().nullable(),
  custom_char_limit_override: z.int().nullable(),
})
export type AdminTeacher = z.infer<typeof AdminTeacher>

export const adminTeacherSorts = ['created_at', 'last_name', 'email', 'school_name', 'current_plan'] as const
export type AdminTeacherSort = (typeof adminTeacherSorts)[number]

/** Whose a row is; null where the teacher never gave it. */
const owner = { teacher_name: z.string().nullable(), teacher_email: z.string().nullable() }

/** A student of any teacher; found by first name, last name, e-mail address or `teacher_id`. */
export const AdminStudent = Student.omit({ class_group_ids: true, descriptor: true }).extend(owner)
export type AdminStudent = z.infer<typeof AdminStudent>

export const adminStudentSorts = ['last_name', 'first_name', 'email', 'created_at', 'teacher'] as const
export type AdminStudentSort = (typeof adminStudentSorts)[number]

/** A class of any teacher; found by its name, its year or its teacher. */
export const AdminClassGroup = z.object({
  id: Id,
  _id: Id,
  teacher_id: Id,
  ...owner,
  class_name: z.string(),
  academic_year: z.string().nullable(),
  student_count: z.int(),
  created_at: Time,
  updated_at: Time,
})
export type AdminClassGroup = z.infer<typeof AdminClassGroup>

export const adminClassSorts = ['class_name', 'academic_year', 'teacher', 'student_count', 'created_at'] as const
export type AdminClassSort = (typeof adminClassSorts)[number]

/** A document of any teacher, without a word of its text; found by filename, id, student id, teacher id or status. */
export const AdminDocument = Document.pick({
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
  ai_score: true,
  score: true,
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
}).extend({ ...owner, student_name: z.string().nullable(), class_name: z.string().nullable(), completed_at: Time.nullable() })
export type AdminDocument = z.infer<typeof AdminDocument>

export const adminDocumentSorts = [
  'created_at',
  'original_filename',
  'status',
  'score',
  'word_count',
  'size_bytes',
  'completed_at',
] as const
export type AdminDocumentSort = (typeof adminDocumentSorts)[number]

/** What administrators do; each is written down for good. */
export const deeds = [
  'usage-limits.change',
  'plan.change',
  'student.delete',
  'mail.read',
  'message.read',
  'message.close',
  'message.reopen',
  'document.retry',
  'platform.add',
  'platform.change',
  'platform.invite',
  'platform.remove',
] as const

/** One thing that an administrator did. Entries are never changed or removed. */
export const AuditEntry = z.object({
  id: Id,
  at: Time,
  administrator_id: Id,
  /** As they are called now; null once the account is erased. */
  administrator_name: z.string().nullable(),
  administrator_email: z.string().nullable(),
  deed: z.enum(deeds),
  /** What it was done to: the id of a teacher, student, document, mail or message. */
  target_id: Id,
  /** Whose it was or is: the e-mail address of that teacher now; null where it is nobody's or they are gone. */
  teacher_email: z.string().nullable(),
  /** Figures before and after, never a name or a text. */
  details: z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.null()])),
})
export type AuditEntry = z.infer<typeof AuditEntry>
