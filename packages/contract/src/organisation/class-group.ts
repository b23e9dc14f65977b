import * as z from 'zod/mini'
import { Id, Time } from '../scalars.ts'
import { optionalText, requiredText } from '../text.ts'

export const ClassGroupInput = z.object({
  class_name: requiredText('Class name is required'),
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
