import { brand } from '@penmark/contract'
import { localized, nearestLocale } from '../../locale/locale.ts'
import type { Email } from '../../outside/mail/mail.ts'

const words = {
  'en-GB': {
    subject: 'A webhook was turned off',
    what: (url: string) =>
      `${brand.name} has stopped notifying ${url} of finished documents: the address failed for several days, or answered that it no longer exists.`,
    safe: 'Your documents and reports are safe. Only these messages are no longer sent.',
    how: 'Fix the address, then turn the webhook on again. Its log shows what was missed.',
    action: 'Open your webhooks',
    closing: `You received this email because one of your ${brand.name} webhooks was turned off.`,
  },
  'fr-FR': {
    subject: 'Un webhook a été désactivé',
    what: (url: string) =>
      `${brand.name} ne prévient plus ${url} des documents terminés : l’adresse ne répond plus depuis plusieurs jours, ou a indiqué qu’elle n’existe plus.`,
    safe: 'Vos documents et vos rapports sont en sécurité. Seuls ces messages ne sont plus envoyés.',
    how: 'Corrigez l’adresse, puis réactivez le webhook. Son journal montre ce qui a été manqué.',
    action: 'Ouvrir vos webhooks',
    closing: `Vous recevez ce message parce qu’un de vos webhooks ${brand.name} a été désactivé.`,
  },
}

/** Says that an address of a teacher's was given up. */
export function givenUpEmail(url: string, reader: { email: string; language: string }, publicUrl: string): Email {
  const language = nearestLocale(reader.language)
  const say = localized(words, language)
  return {
    kind: 'webhook.given-up',
    to: reader.email,
    language,
    subject: say.subject,
    paragraphs: [say.what(new URL(url).origin), say.safe, say.how],
    action: { text: say.action, url: `${publicUrl}/integrations/webhooks` },
    closing: say.closing,
  }
}
