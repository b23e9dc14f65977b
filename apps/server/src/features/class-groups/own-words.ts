import type { Locale } from '../../locale/locale.ts'

/** The few words that only exports need; all others are those of the screens. */
export const ownWords: Record<Locale, Record<string, string>> = {
  'en-GB': {
    'export:score': 'AI score (%)',
    'export:verdict': 'Verdict',
    'export:finding': 'What was found',
    'export:share': 'Reads like AI (% of words)',
    'export:nobody': 'No student',
    'export:missingFile': 'Not in this archive.txt',
    'export:unfinished': 'These documents have no report, because they are not completed:',
    'export:unmade': 'The reports of these documents could not be printed. They are safe. Open them on the screen:',
  },
  'en-US': {},
  'fr-FR': {
    'export:score': 'Score IA (%)',
    'export:verdict': 'Verdict',
    'export:finding': 'Ce qui a été trouvé',
    'export:share': 'Se lit comme de l’IA (% des mots)',
    'export:nobody': 'Sans élève',
    'export:missingFile': 'Absents de cette archive.txt',
    'export:unfinished': 'Ces documents n’ont pas de rapport, car ils ne sont pas terminés :',
    'export:unmade': 'Les rapports de ces documents n’ont pas pu être imprimés. Rien n’est perdu. Ouvrez-les à l’écran :',
  },
}
