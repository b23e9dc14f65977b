import { nearestLocale } from '../../locale/locale.ts'
import { translatorOf } from '../../locale/texts.ts'
import type { Email } from '../../outside/mail/mail.ts'

/** Says that a webhook was turned off because its address kept failing. */
export function givenUpEmail(url: string, reader: { email: string; language: string }, publicUrl: string): Email {
  const language = nearestLocale(reader.language)
  const t = translatorOf('emails', language)
  return {
    kind: 'webhook.given-up',
    to: reader.email,
    language,
    subject: t('webhookDisabled.subject'),
    paragraphs: [t('webhookDisabled.text', { url: new URL(url).origin }), t('webhookDisabled.safe'), t('webhookDisabled.note')],
    action: { text: t('webhookDisabled.action'), url: `${publicUrl}/integrations/webhooks` },
    closing: t('webhookDisabled.closing'),
  }
}
