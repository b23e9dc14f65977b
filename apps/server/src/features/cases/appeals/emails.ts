import type { Connection } from '../../../database/database.ts'
import { nearestLocale } from '../../../locale/locale.ts'
import { translatorOf } from '../../../locale/texts.ts'
import type { Email } from '../../../outside/mail/mail.ts'
import type { Mailer } from '../../../outside/mail/mailer.ts'
import { readStudentEmail } from '../../students/students.ts'
import type { CaseRow } from '../store.ts'
import { selectOptionalLatestLink } from '../student-page/store.ts'

interface Reader {
  email: string
  /** The language of the student's page: the product stores none of an account. */
  language: string
}

/** What an email is about; none holds a name of the student or a word of the case, because mail passes servers outside our control. */
type Message = 'appealArrived' | 'appealMade' | 'appealEnded'
type StudentMessage = 'studentDecided' | 'studentAppealEnded'

const kinds: Record<Message | StudentMessage, string> = {
  appealArrived: 'appeal.arrived',
  appealMade: 'case.appealed',
  appealEnded: 'case.appeal-ended',
  studentDecided: 'case.student-decided',
  studentAppealEnded: 'case.student-appeal-ended',
}

function emailOf(message: Message | StudentMessage, { email, language: tag }: Reader): Email {
  const language = nearestLocale(tag)
  const t = translatorOf('emails', language)
  return {
    kind: kinds[message],
    to: email,
    language,
    subject: t(`${message}.subject`),
    paragraphs: [t(`${message}.text`), t(`${message}.note`)],
    closing: t(`${message}.closing`),
  }
}

function linkedEmail(message: Message, reader: Reader, url: string): Email {
  const t = translatorOf('emails', nearestLocale(reader.language))
  return { ...emailOf(message, reader), action: { text: t(`${message}.action`), url } }
}

/** Says to the person who decides that an appeal waits for them. */
export const arrivedEmail = (appeal_id: string, reader: Reader, publicUrl: string): Email =>
  linkedEmail('appealArrived', reader, `${publicUrl}/appeals/${appeal_id}`)

/** Says to the teacher that their student appealed. */
export const appealedEmail = (case_id: string, reader: Reader, publicUrl: string): Email =>
  linkedEmail('appealMade', reader, `${publicUrl}/cases/${case_id}`)

/** Says to the teacher that an appeal against their decision has ended. */
export const endedEmail = (case_id: string, reader: Reader, publicUrl: string): Email =>
  linkedEmail('appealEnded', reader, `${publicUrl}/cases/${case_id}`)

/** Says to the student that there is something to read at the link that they have: its address is not stored. */
const studentEmail = (news: StudentMessage, reader: Reader): Email => emailOf(news, reader)

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
