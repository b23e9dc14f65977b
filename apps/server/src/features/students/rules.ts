import type { Student } from '@penmark/contract'
import type { PlacedStudent } from './store.ts'

/** A student in its wire format. */
export function toStudent(row: PlacedStudent): Student {
  return {
    id: row.id,
    _id: row.id,
    teacher_id: row.teacher_id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    external_student_id: row.external_student_id,
    descriptor: row.descriptor,
    year_group: row.year_group,
    class_group_ids: row.class_group_ids,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** The name that document lists sort by: the last name, then the first, in lower case. */
export function sortName({ first_name, last_name }: { first_name: string; last_name: string }): string {
  return `${last_name} ${first_name}`.toLowerCase()
}
