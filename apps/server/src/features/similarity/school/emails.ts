import { nearestLocale } from '../../../locale/locale.ts'
import { translatorOf } from '../../../locale/texts.ts'
import type { Email } from '../../../services/mail/mail.ts'

const kinds = { comparisonAsked: 'comparison.asked', comparisonAnswered: 'comparison.answered' } as const

/**
 * Tells a teacher that a colleague asks to compare two texts, or has answered. It names no student, title or
 * text.
 */
export function comparisonEmail(
  message: keyof typeof kinds,
  { id, language: tag, colleague }: { id: string; language: string; colleague: string },
  { email, publicUrl }: { email: string; publicUrl: string },
): Email {
  const language = nearestLocale(tag)
  const t = translatorOf('emails', language)
  return {
    kind: kinds[message],
    to: email,
    language,
    subject: t(`${message}.subject`),
    paragraphs: [t(`${message}.text`, { colleague }), t(`${message}.note`, { colleague })],
    action: { text: t(`${message}.action`), url: `${publicUrl}/comparison-requests/${id}` },
    closing: t(`${message}.closing`),
  }
}
