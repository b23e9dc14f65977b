import * as z from 'zod/mini'
import { Id, optionalText, requiredText, Time } from '../values/scalars.ts'

/** What a teacher enters about a student. The owner is never part of it: it comes from the token. */
export const StudentInput = z.object({
  first_name: requiredText('first_name_missing'),
  last_name: requiredText('last_name_missing'),
  email: optionalText(320).check(
    z.refine((email) => email === null || z.email().safeParse(email).success, 'email_wrong'),
  ),
  /** Unique among a teacher's students, ignoring case; a duplicate is a conflict. */
  external_student_id: optionalText(200),
  descriptor: optionalText(2_000),
  /** Shown on the report next to the name. */
  year_group: optionalText(200),
})
export type StudentInput = z.input<typeof StudentInput>

/** A new student. `teacher_id` is sent by clients and ignored (specification, decision 30). */
export const NewStudent = z.extend(StudentInput, { teacher_id: z.optional(z.unknown()) })

export const Student = z.object({
  id: Id,
  _id: Id,
  teacher_id: Id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.nullable(z.string()),
  external_student_id: z.nullable(z.string()),
  descriptor: z.nullable(z.string()),
  year_group: z.nullable(z.string()),
  /** Derived from the membership table (specification, decision 40). */
  class_group_ids: z.array(Id),
  created_at: Time,
  updated_at: Time,
})
export type Student = z.infer<typeof Student>

export const studentSorts = ['created_at', 'first_name', 'last_name', 'email'] as const

/** Filter on students: `search` in name, email or external id, and members of a class. */
export const StudentFilter = z.object({
  search: z.optional(z.string().check(z.maxLength(200))),
  class_group_id: z.optional(z.string()),
})

/**
 * One row of a CSV file, by column name. Invalid rows are reported in the results instead of being refused
 * here.
 */
export const StudentRow = z.object({
  FirstName: z.nullish(z.string()),
  LastName: z.nullish(z.string()),
  EmailAddress: z.nullish(z.string()),
  ExternalID: z.nullish(z.string()),
  Descriptor: z.nullish(z.string()),
  AssignToClass: z.nullish(z.string()),
})
export type StudentRow = z.infer<typeof StudentRow>

export const StudentsUploaded = z.object({
  /** One for each row sent, in the same order. */
  results: z.array(
    z.object({
      /** From 1. */
      row_number: z.int(),
      student_name: z.string(),
      status: z.enum(['success', 'failed']),
      /** The student's class, as the teacher spelt it; null for none. */
      class_name_processed: z.nullable(z.string()),
      message: z.string(),
    }),
  ),
  summary: z.object({ total_processed: z.int(), total_succeeded: z.int(), total_failed: z.int() }),
})
export type StudentsUploaded = z.infer<typeof StudentsUploaded>

export const ClassGroupInput = z.object({
  class_name: requiredText('class_name_missing'),
  /** Null when blank. Two classes of a teacher may share a name, not a name and a year. */
  academic_year: optionalText(50),
})
export type ClassGroupInput = z.input<typeof ClassGroupInput>

export const ClassGroup = z.object({
  id: Id,
  _id: Id,
  teacher_id: Id,
  class_name: z.string(),
  academic_year: z.nullable(z.string()),
  description: z.nullable(z.string()),
  /** Derived from the membership table (specification, decision 40). */
  student_ids: z.array(Id),
  created_at: Time,
  updated_at: Time,
})
export type ClassGroup = z.infer<typeof ClassGroup>
