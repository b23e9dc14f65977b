import type { Connection } from '../../database/database.ts'
import type { Events } from '../../events.ts'
import { selectIsAssigned, updateStudentSort, updateUnassigned } from './store.ts'

/** Clears a student or class from the documents that name it. */
export function unassignStudent(connection: Connection, { teacher_id, student_id, now }: Events['studentDeleted']): Promise<void> {
  return updateUnassigned(connection, teacher_id, 'student_id', student_id, now)
}

export function unassignClassGroup(
  connection: Connection,
  { teacher_id, class_group_id, now }: Events['classGroupDeleted'],
): Promise<void> {
  return updateUnassigned(connection, teacher_id, 'class_group_id', class_group_id, now)
}

/** Updates the sort name of a student's documents after a change of name. */
export function updateSortNames(connection: Connection, { student_id, sort_name }: Events['studentRenamed']): Promise<void> {
  return updateStudentSort(connection, student_id, sort_name)
}

/** Whether any document is assigned to the class. */
export function holdsDocuments(connection: Connection, teacher_id: string, class_group_id: string): Promise<boolean> {
  return selectIsAssigned(connection, teacher_id, class_group_id)
}
