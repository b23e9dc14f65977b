import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import { nearestLocale } from '../../locale/locale.ts'
import { translatorOf } from '../../locale/texts.ts'
import type { Email } from '../../outside/mail/mail.ts'
import type { Mailer } from '../../outside/mail/mailer.ts'
import type { Storage } from '../../outside/storage/storage.ts'
import { deleteDocument } from '../documents/change-document.ts'
import { readEmail } from '../teachers/accounts.ts'
import { eraseTexts } from '../writing/read-tasks.ts'
import {
  announce,
  lockUnmailed,
  selectDue,
  selectDueWriting,
  selectLanguage,
  selectTeachersToMail,
  selectUpcoming,
  updateMailed,
  updateNotified,
} from './store.ts'

export interface RetentionDependencies {
  database: Database
  storage: Storage
  mailer: Pick<Mailer, 'send'>
  logger: Logger
  /** The product's public URL, without a trailing slash. */
  publicUrl: string
}

const dayMs = 24 * 60 * 60 * 1_000
const retentionWork = { documentsAtOnce: 100, textsAtOnce: 100, mailsApartMs: 7 * dayMs } as const

/** Erases what was announced long enough ago, as if the teacher had deleted it. */
async function eraseDue(dependencies: RetentionDependencies, now: Date): Promise<number> {
  let erased = 0
  for (;;) {
    const due = await selectDue(dependencies.database, now, retentionWork.documentsAtOnce)
    for (const { document_id, teacher_id } of due) await deleteDocument(dependencies, document_id, { teacher_id })
    erased += due.length
    if (due.length < retentionWork.documentsAtOnce) return erased
  }
}

/** Erases texts and records of writing tasks. What was handed in goes with its document, and its record after it. */
async function eraseDueWriting({ database }: RetentionDependencies, now: Date): Promise<number> {
  let erased = 0
  for (;;) {
    const due = await selectDueWriting(database, now, retentionWork.textsAtOnce)
    await eraseTexts(database, due)
    erased += due.length
    if (due.length < retentionWork.textsAtOnce) return erased
  }
}

/**
 * Emails each teacher, at most once a week, what will be erased until the next email. A teacher without an address gets none, and nothing of theirs is
 * erased. Concurrent runs wait for each other's lock, and the second finds nothing left to send.
 */
async function mailAnnouncements({ database, mailer, publicUrl }: RetentionDependencies, now: Date): Promise<void> {
  for (const teacher_id of await selectTeachersToMail(database, new Date(now.getTime() - retentionWork.mailsApartMs))) {
    await database.transaction(async (connection) => {
      if ((await lockUnmailed(connection, teacher_id)) === 0) return
      const upcoming = await selectUpcoming(connection, teacher_id)
      const email = await readEmail(connection, teacher_id)
      if (!upcoming || email === null) return
      const reader = { email, language: await selectLanguage(connection, teacher_id) }
      await updateMailed(connection, teacher_id, await mailer.send(connection, announcementEmail(upcoming, reader, publicUrl)), now)
    })
  }
}

/** The daily run. Erasing comes last, after announcements that no longer apply are withdrawn and emails are checked. */
export async function applyRetention(dependencies: RetentionDependencies, now: Date): Promise<void> {
  await updateNotified(dependencies.database, now)
  await announce(dependencies.database, null, now)
  await mailAnnouncements(dependencies, now)
  const documents = await eraseDue(dependencies, now)
  const texts = await eraseDueWriting(dependencies, now)
  if (documents > 0 || texts > 0) dependencies.logger.info({ documents, texts }, 'Erased documents and texts whose time had come')
}

interface Upcoming {
  documents: number
  first_at: Date
  last_at: Date
}

/** Says what will be erased and when. It names no document, because file names may be names of students. */
export function announcementEmail(
  { documents, first_at, last_at }: Upcoming,
  reader: { email: string; language: string },
  publicUrl: string,
): Email {
  const language = nearestLocale(reader.language)
  const t = translatorOf('emails', language)
  const asDate = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  const from = asDate.format(first_at)
  const to = asDate.format(last_at)
  const values = { count: documents, from, to }
  return {
    kind: 'retention.announced',
    to: reader.email,
    language,
    subject: t('retention.subject', values),
    paragraphs: [
      from === to ? t('retention.text.day', values) : t('retention.text.days', values),
      t('retention.reason'),
      t('retention.note'),
    ],
    action: { text: t('retention.action'), url: `${publicUrl}/profile#privacy` },
    closing: t('retention.closing'),
  }
}
