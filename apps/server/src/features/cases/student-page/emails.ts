import { type Locale, nearestLocale } from '../../../locale/locale.ts'
import { translatorOf } from '../../../locale/texts.ts'
import type { Email } from '../../../outside/mail/mail.ts'

interface Reader {
  email: string
  language: Locale
}

const asDate = (language: Locale, at: Date) =>
  new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(at)

/** Gives a student the link. It says nothing of the text or the finding: mail passes servers outside our control. */
export function linkEmail(
  { url, teacher, expires_at }: { url: string; teacher: string | null; expires_at: Date },
  { email, language }: Reader,
): Email {
  const t = translatorOf('emails', language)
  return {
    kind: 'case.link',
    to: email,
    language,
    subject: t('studentLink.subject'),
    paragraphs: [
      teacher === null ? t('studentLink.text') : t('studentLink.textFrom', { teacher }),
      t('studentLink.note', { date: asDate(language, expires_at) }),
    ],
    action: { text: t('studentLink.action'), url },
    closing: t('studentLink.closing'),
  }
}

/** Tells a teacher that a student handed in a reply, without a word of it. */
export function answeredEmail(case_id: string, { email, language: tag }: { email: string; language: string }, publicUrl: string): Email {
  const language = nearestLocale(tag)
  const t = translatorOf('emails', language)
  return {
    kind: 'case.answered',
    to: email,
    language,
    subject: t('studentAnswered.subject'),
    paragraphs: [t('studentAnswered.text'), t('studentAnswered.note')],
    action: { text: t('studentAnswered.action'), url: `${publicUrl}/cases/${case_id}` },
    closing: t('studentAnswered.closing'),
  }
}
