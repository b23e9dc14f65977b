import { nearestLocale } from '../../locale/locale.ts'
import { translatorOf } from '../../locale/texts.ts'
import type { Email } from '../../outside/mail/mail.ts'

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
