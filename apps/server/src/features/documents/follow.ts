import type { Connection } from '../../database/database.ts'
import type { Owner } from '../../http/caller.ts'
import { selectIsAssigned, updateStudentSort, updateUnassigned } from './assignment-store.ts'

/** Clears a student or class from the documents that name it. Call it before that row is deleted, in the same transaction. */
export function unassignStudent(connection: Connection, owner: Owner, student_id: string, now: Date): Promise<void> {
  return updateUnassigned(connection, owner.teacher_id, 'student_id', student_id, now)
}

export function unassignClassGroup(connection: Connection, owner: Owner, class_group_id: string, now: Date): Promise<void> {
  return updateUnassigned(connection, owner.teacher_id, 'class_group_id', class_group_id, now)
}

/** Updates the sort name of a student's documents after a change of name. */
export function refileStudent(connection: Connection, student_id: string, student_sort: string): Promise<void> {
  return updateStudentSort(connection, student_id, student_sort)
}

/** Whether any document is assigned to the class. */
export function holdsDocuments(connection: Connection, teacher_id: string, class_group_id: string): Promise<boolean> {
  return selectIsAssigned(connection, teacher_id, class_group_id)
}
