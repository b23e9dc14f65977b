import { brand } from '@penmark/contract'
import type { Email } from '../../outside/mail/mail.ts'

interface Upcoming {
  documents: number
  first_at: Date
  last_at: Date
}

const words = {
  en: {
    subject: (n: number) => (n === 1 ? 'A document will be erased soon' : `${n} documents will be erased soon`),
    what: (n: number, from: string, to: string) =>
      from === to
        ? `${n === 1 ? 'One document' : `${n} documents`} will be erased on ${from}, with text, file and report.`
        : `${n} documents will be erased between ${from} and ${to}, with text, file and report.`,
    why: 'You chose this on your profile, under “Data Export and Privacy”. What is erased cannot be brought back.',
    how: 'To keep them, change the setting before that day, or export your data.',
    action: 'Open your profile',
    closing: `You get this mail once a week at most, while ${brand.name} has documents of yours to erase.`,
  },
  fr: {
    subject: (n: number) => (n === 1 ? 'Un document sera bientôt effacé' : `${n} documents seront bientôt effacés`),
    what: (n: number, from: string, to: string) =>
      from === to
        ? `${n === 1 ? 'Un document sera effacé' : `${n} documents seront effacés`} le ${from}, avec texte, fichier et rapport.`
        : `${n} documents seront effacés entre le ${from} et le ${to}, avec texte, fichier et rapport.`,
    why: 'Vous l’avez choisi dans votre profil, sous « Export des données et confidentialité ». Ce qui est effacé ne peut pas être rétabli.',
    how: 'Pour les conserver, modifiez ce réglage avant cette date ou exportez vos données.',
    action: 'Ouvrir votre profil',
    closing: `Vous recevez ce message une fois par semaine au plus, tant que ${brand.name} a des documents à effacer.`,
  },
} as const

/** Says what will be erased and when. It names no document: names of files may be names of students. */
export function announcementEmail(
  { documents, first_at, last_at }: Upcoming,
  reader: { email: string; language: string },
  publicUrl: string,
): Email {
  const language = reader.language.toLowerCase().startsWith('fr') ? 'fr' : 'en'
  const say = words[language]
  const asDate = new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
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
