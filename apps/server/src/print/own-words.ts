import type { Locale } from '../locale/locale.ts'

/** The few words that only paper needs; all others are those of the report page. */
export const ownWords: Record<Locale, Record<string, string>> = {
  'en-GB': {
    'print.appendix': 'Appendix',
    'print.passage': 'Passage {{number}}, paragraph {{paragraph}}',
    'print.morePassages': 'Further passages are not explained here. Open the report in {{brand}} to see why each is marked.',
    'print.truncated':
      'The text goes on. Its last {{shown}} characters are left out of this file to keep it small. The score covers all of it. Read the rest in {{brand}}.',
    'print.undrawn': 'Characters that this file has no letter shapes for: {{shown}}. Each stands as □. Read them in {{brand}}.',
    'print.rightToLeft':
      'This file sets words from left to right. Text in Hebrew or Arabic script may stand in another order here. Read it in {{brand}}.',
    'print.checked': 'Checked again on {{date}}',
    'print.checkedWith': '{{detector}}: score {{score}}. {{finding}}',
    'print.time': '{{moment}} ({{zone}})',
  },
  'en-US': {},
  'fr-FR': {
    'print.appendix': 'Annexe',
    'print.passage': 'Passage {{number}}, paragraphe {{paragraph}}',
    'print.morePassages':
      'Les autres passages ne sont pas expliqués ici. Ouvrez le rapport dans {{brand}} pour voir pourquoi chacun est marqué.',
    'print.truncated':
      'Le texte continue. Ses {{shown}} derniers caractères ne figurent pas dans ce fichier, pour qu’il reste léger. Le score porte sur le texte entier. Lisez la suite dans {{brand}}.',
    'print.undrawn': 'Caractères que ce fichier ne sait pas dessiner : {{shown}}. Chacun est remplacé par □. Lisez-les dans {{brand}}.',
    'print.rightToLeft':
      'Ce fichier dispose les mots de gauche à droite. Un texte en écriture hébraïque ou arabe peut y changer d’ordre. Lisez-le dans {{brand}}.',
    'print.checked': 'Nouvelle vérification le {{date}}',
    'print.checkedWith': '{{detector}} : score {{score}}. {{finding}}',
    'print.time': '{{moment}} ({{zone}})',
  },
}
