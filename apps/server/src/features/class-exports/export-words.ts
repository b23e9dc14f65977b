import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Locale, nearestLocale } from '../../locale/locale.ts'
import { localesFolder } from '../../paths.ts'

/** The few words that only exports need; all others are those of the screens. */
const ownWords: Record<Locale, Record<string, string>> = {
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

/** The words for what an export holds, by `namespace:key`: those of the screens, and some of its own. */
export interface ExportWords {
  of(key: string): string
  /** A share in whole percent, as the language writes it. */
  percent(share: number): string
  /** What separates cells and decimals where the language is written: a spreadsheet there reads no other. */
  separator: ',' | ';'
  decimal: '.' | ','
}

const namespaces = ['classes', 'documents', 'report'] as const

async function wordsIn(language: Locale): Promise<Map<string, string>> {
  const files = await Promise.all(
    namespaces.map(async (namespace) => {
      const words = JSON.parse(await readFile(path.join(localesFolder, language, `${namespace}.json`), 'utf8')) as Record<string, string>
      return Object.entries(words).map(([key, text]) => [`${namespace}:${key}`, text] as const)
    }),
  )
  return new Map([...files.flat(), ...Object.entries(ownWords[language])])
}

/** The words of the nearest language on offer; what it lacks is British English. */
export async function loadExportWords(tag: string): Promise<ExportWords> {
  const language = nearestLocale(tag)
  const [words, fallback] = await Promise.all([wordsIn(language), wordsIn('en-GB')])
  const isFrench = language === 'fr-FR'
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })
  return {
    of: (key) => words.get(key) ?? fallback.get(key) ?? key,
    percent: (share) => percent.format(share),
    separator: isFrench ? ';' : ',',
    decimal: isFrench ? ',' : '.',
  }
}
