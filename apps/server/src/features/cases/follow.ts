import type { Connection } from '../../database/database.ts'
import type { Events } from '../../events.ts'
import { updateStudentGone } from './store.ts'

/** Cases about a student who is deleted stay, under the name that the student had. */
export function keepStudentName(connection: Connection, { student_id }: Events['studentDeleted']): Promise<void> {
  return updateStudentGone(connection, student_id)
}
