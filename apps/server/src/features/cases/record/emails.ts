import { writeDate } from '@penmark/wording'
import { type Locale, nearestLocale } from '../../../locale/locale.ts'
import { translatorOf } from '../../../locale/texts.ts'
import type { Connection } from '../../../services/database/database.ts'
import { sendLimited } from '../../../services/mail/limited-mail.ts'
import type { Email } from '../../../services/mail/mail.ts'
import type { Mailer } from '../../../services/mail/mailer.ts'
import { readStudentEmail } from '../../classes/index.ts'
import { selectOptionalLatestLink } from './link-store.ts'
import type { CaseRow } from './store.ts'

// No email contains a student's name, a text or a word of the case, because mail passes servers outside our
// control.

interface Recipient {
  email: string
  /** The language of the student's page, because accounts have none. */
  language: string
}

/** Emails that link to a page of the product. */
type Message = 'studentAnswered' | 'appealArrived' | 'appealMade' | 'appealEnded'
/** Emails to a student, without the link to their page: its address is not stored. */
type StudentMessage = 'studentDecided' | 'studentAppealEnded'

const kinds: Record<Message | StudentMessage, string> = {
  studentAnswered: 'case.answered',
  appealArrived: 'appeal.arrived',
  appealMade: 'case.appealed',
  appealEnded: 'case.appeal-ended',
  studentDecided: 'case.student-decided',
  studentAppealEnded: 'case.student-appeal-ended',
}

function emailOf(message: Message | StudentMessage, { email, language: tag }: Recipient): Email {
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

function emailWithLink(message: Message, recipient: Recipient, url: string): Email {
  const t = translatorOf('emails', nearestLocale(recipient.language))
  return { ...emailOf(message, recipient), action: { text: t(`${message}.action`), url } }
}

const formatDate = (language: Locale, date: Date) =>
  writeDate(
    new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
    date,
  )

/**
 * Emails within a day that actions of one teacher may send to one student, of links and of news each, and to
 * the reviewer of appeals. More would be a mistake, or meant to annoy.
 */
export const caseEmailsPerDay = { student: 5, reviewer: 3 } as const

/** Sends a student the link to their page. */
export function linkEmail(
  { url, teacher, expires_at }: { url: string; teacher: string | null; expires_at: Date },
  { email, language: tag }: Recipient,
): Email {
  const language = nearestLocale(tag)
  const t = translatorOf('emails', language)
  return {
    kind: 'case.link',
    to: email,
    language,
    subject: t('studentLink.subject'),
    paragraphs: [
      teacher === null ? t('studentLink.text') : t('studentLink.textFrom', { teacher }),
      t('studentLink.note', { date: formatDate(language, expires_at) }),
    ],
    action: { text: t('studentLink.action'), url },
    closing: t('studentLink.closing'),
  }
}

/** Tells a teacher that a student replied. */
export const answeredEmail = (case_id: string, teacher: Recipient, publicUrl: string): Email =>
  emailWithLink('studentAnswered', teacher, `${publicUrl}/cases/${case_id}`)

/** Tells a teacher that a student appealed against their decision. */
export const appealedEmail = (case_id: string, teacher: Recipient, publicUrl: string): Email =>
  emailWithLink('appealMade', teacher, `${publicUrl}/cases/${case_id}`)

/** Tells a reviewer that an appeal waits for them. */
export const appealArrivedEmail = (appeal_id: string, reviewer: Recipient, publicUrl: string): Email =>
  emailWithLink('appealArrived', reviewer, `${publicUrl}/appeals/${appeal_id}`)

/** Tells a teacher that an appeal against their decision has ended. */
export const appealEndedEmail = (case_id: string, teacher: Recipient, publicUrl: string): Email =>
  emailWithLink('appealEnded', teacher, `${publicUrl}/cases/${case_id}`)

/** Tells a student that there is news at their link, if they got it by email. Their page says the same. */
export async function notifyStudent(
  connection: Connection,
  mailer: Pick<Mailer, 'send'>,
  { id, teacher_id, student_id }: Pick<CaseRow, 'id' | 'teacher_id' | 'student_id'>,
  message: StudentMessage,
): Promise<void> {
  const link = await selectOptionalLatestLink(connection, id)
  if (link === null || link.emailed_at === null || link.revoked_at !== null || student_id === null) return
  const email = await readStudentEmail(connection, { teacher_id }, student_id)
  if (email !== null)
    await sendLimited(connection, mailer, emailOf(message, { email, language: link.language }), {
      topic: 'student-news',
      causedBy: teacher_id,
      perDay: caseEmailsPerDay.student,
    })
}
