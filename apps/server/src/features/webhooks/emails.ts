import { brand } from '@penmark/contract'
import type { Email } from '../../outside/mail/mail.ts'

const words = {
  en: {
    subject: 'A webhook was turned off',
    what: (url: string) =>
      `${brand.name} has stopped notifying ${url} of finished documents: the address failed for days, or said that it is gone.`,
    safe: 'Your documents and reports are safe. Only these messages are not sent any more.',
    how: 'Repair the address, then turn the webhook on again. Its log shows what was missed.',
    action: 'Open your webhooks',
    closing: `You get this mail because a webhook of yours at ${brand.name} was turned off.`,
  },
  fr: {
    subject: 'Un webhook a été arrêté',
    what: (url: string) =>
      `${brand.name} ne prévient plus ${url} des documents terminés : l’adresse a échoué pendant des jours, ou a dit qu’elle n’existe plus.`,
    safe: 'Vos documents et vos rapports sont en sécurité. Seuls ces messages ne partent plus.',
    how: 'Réparez l’adresse, puis réactivez le webhook. Ce qui a manqué est dans son journal.',
    action: 'Ouvrir vos webhooks',
    closing: `Vous recevez ce message parce qu’un de vos webhooks de ${brand.name} a été arrêté.`,
  },
} as const

/** Says that an address of a teacher's was given up. */
export function givenUpEmail(url: string, reader: { email: string; language: string }, publicUrl: string): Email {
  const language = reader.language.toLowerCase().startsWith('fr') ? 'fr' : 'en'
  const say = words[language]
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
