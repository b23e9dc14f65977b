import type { Connection } from '../../../database/database.ts'
import type { Mailer } from '../../../outside/mail/mailer.ts'
import { readStudentEmail } from '../../students/read-students.ts'
import type { CaseRow } from '../store.ts'
import { selectOptionalLatestLink } from '../student-page/store.ts'
import { studentEmail } from './emails.ts'

/** Sends a student an email that there is news at the link, where they were given it by email. */
export async function notifyStudent(
  connection: Connection,
  mailer: Pick<Mailer, 'send'>,
  { id, teacher_id, student_id }: Pick<CaseRow, 'id' | 'teacher_id' | 'student_id'>,
  news: 'studentDecided' | 'studentAppealEnded',
): Promise<void> {
  const link = await selectOptionalLatestLink(connection, id)
  if (link === null || link.emailed_at === null || link.revoked_at !== null || student_id === null) return
  const email = await readStudentEmail(connection, { teacher_id }, student_id)
  if (email !== null) await mailer.send(connection, studentEmail(news, { email, language: link.language }))
}
