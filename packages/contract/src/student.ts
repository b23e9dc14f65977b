import { z } from 'zod'
import { Id, Time } from './scalars.ts'
import { optionalText, requiredText } from './text.ts'

/** What a teacher enters about a student. The owner is never part of it: it comes from the token. */
export const StudentInput = z.object({
  first_name: requiredText('First name is required'),
  last_name: requiredText('Last name is required'),
  email: optionalText(320).refine((email) => email === null || z.email().safeParse(email).success, 'Enter a valid email address.'),
  /** Names one student of a teacher; a second one with it is a conflict. Upper and lower case are the same. */
  external_student_id: optionalText(200),
  descriptor: optionalText(2_000),
})
export type StudentInput = z.input<typeof StudentInput>

export const Student = z.object({
  id: Id,
  _id: Id,
  teacher_id: Id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().nullable(),
  external_student_id: z.string().nullable(),
  descriptor: z.string().nullable(),
  year_group: z.string().nullable(),
  /** Derived from the membership table (decision 40). */
  class_group_ids: z.array(Id),
  created_at: Time,
  updated_at: Time,
})
export type Student = z.infer<typeof Student>

export const studentSorts = ['created_at', 'first_name', 'last_name', 'email'] as const

/** Which students: the words of `search` in name, email or external id; and the members of a class. */
export const StudentFilter = z.object({ search: z.string().max(200).optional(), class_group_id: z.string().optional() })

/** One row of a CSV file, by the names of its columns. What is wrong with a row is told in its result, so nothing is refused here. */
export const StudentRow = z.object({
  FirstName: z.string().nullish(),
  LastName: z.string().nullish(),
  EmailAddress: z.string().nullish(),
  ExternalID: z.string().nullish(),
  Descriptor: z.string().nullish(),
  AssignToClass: z.string().nullish(),
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
      /** The class the student is in now, as the teacher spelt it when it was made; null for none. */
      class_name_processed: z.string().nullable(),
      message: z.string(),
    }),
  ),
  summary: z.object({ total_processed: z.int(), total_succeeded: z.int(), total_failed: z.int() }),
})
export type StudentsUploaded = z.infer<typeof StudentsUploaded>
