import type { Connection } from '../../database/database.ts'
import type { Owner } from '../../http/caller.ts'
import { selectIsAssigned, updateStudentSort, updateUnassigned } from './assignment-store.ts'

/** What documents do when a student or a class that they name changes. Call it before that row is deleted, in the same transaction. */
export function unassignStudent(connection: Connection, owner: Owner, student_id: string, now: Date): Promise<void> {
  return updateUnassigned(connection, owner.teacher_id, 'student_id', student_id, now)
}

export function unassignClassGroup(connection: Connection, owner: Owner, class_group_id: string, now: Date): Promise<void> {
  return updateUnassigned(connection, owner.teacher_id, 'class_group_id', class_group_id, now)
}

/** Sorts the documents of a student under their new name. */
export function refileStudent(connection: Connection, student_id: string, student_sort: string): Promise<void> {
  return updateStudentSort(connection, student_id, student_sort)
}

/** Whether any document is assigned to the class. */
export function holdsDocuments(connection: Connection, teacher_id: string, class_group_id: string): Promise<boolean> {
  return selectIsAssigned(connection, teacher_id, class_group_id)
}
