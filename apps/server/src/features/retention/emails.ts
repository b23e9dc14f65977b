import { brand } from '@penmark/contract'
import { localized, nearestLocale } from '../../locale/locale.ts'
import type { Email } from '../../outside/mail/mail.ts'

interface Upcoming {
  documents: number
  first_at: Date
  last_at: Date
}

const words = {
  'en-GB': {
    subject: (n: number) => (n === 1 ? 'A document will be deleted soon' : `${n} documents will be deleted soon`),
    what: (n: number, from: string, to: string) =>
      from === to
        ? `${n === 1 ? 'One document' : `${n} documents`} will be deleted on ${from}, with text, file and report.`
        : `${n} documents will be deleted between ${from} and ${to}, with text, file and report.`,
    why: 'You chose this in your profile, under “Data Export and Privacy”. Deleted documents cannot be restored.',
    how: 'To keep them, change the setting before then, or download your data.',
    action: 'Open your profile',
    closing: `You receive this email once a week at most, while ${brand.name} has documents of yours to delete.`,
  },
  'fr-FR': {
    subject: (n: number) => (n === 1 ? 'Un document sera bientôt supprimé' : `${n} documents seront bientôt supprimés`),
    what: (n: number, from: string, to: string) =>
      from === to
        ? `${n === 1 ? 'Un document sera supprimé' : `${n} documents seront supprimés`} le ${from}, avec texte, fichier et rapport.`
        : `${n} documents seront supprimés entre le ${from} et le ${to}, avec texte, fichier et rapport.`,
    why: 'Vous l’avez choisi dans votre profil, sous « Export des données et confidentialité ». Un document supprimé ne peut pas être récupéré.',
    how: 'Pour les conserver, modifiez ce réglage avant cette date ou téléchargez vos données.',
    action: 'Ouvrir votre profil',
    closing: `Vous recevez ce message une fois par semaine au plus, tant que ${brand.name} a des documents à supprimer.`,
  },
}

/** Says what will be erased and when. It names no document: names of files may be names of students. */
export function announcementEmail(
  { documents, first_at, last_at }: Upcoming,
  reader: { email: string; language: string },
  publicUrl: string,
): Email {
  const language = nearestLocale(reader.language)
  const say = localized(words, language)
  const asDate = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return {
    kind: 'retention.announced',
    to: reader.email,
    language,
    subject: say.subject(documents),
    paragraphs: [say.what(documents, asDate.format(first_at), asDate.format(last_at)), say.why, say.how],
    action: { text: say.action, url: `${publicUrl}/profile#privacy` },
    closing: say.closing,
  }
}
