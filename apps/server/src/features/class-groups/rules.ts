import type { ClassGroup } from '@penmark/contract'
import type { PeopledClassGroup } from './store.ts'

/** A class in its wire format. */
export function toClassGroup(row: PeopledClassGroup): ClassGroup {
  return {
    id: row.id,
    _id: row.id,
    teacher_id: row.teacher_id,
    class_name: row.class_name,
    academic_year: row.academic_year,
    description: row.description,
    student_ids: row.members?.split(',') ?? [],
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
