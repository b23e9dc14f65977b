import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { brand, type Figures, makeFigures } from '@penmark/contract'
import i18next from 'i18next'
import { localesFolder } from '../paths.ts'
import { nearestPrintLanguage, type PrintLanguage } from './languages.ts'
import { ownWords } from './own-words.ts'

/** The words and figures of one language. */
export interface Words {
  language: PrintLanguage
  t(key: string, values?: Record<string, unknown>): string
  figures: Figures
}

async function wordsOf(language: PrintLanguage): Promise<Record<string, string>> {
  const page = JSON.parse(await readFile(path.join(localesFolder, language, 'report.json'), 'utf8')) as Record<string, string>
  return { ...page, ...ownWords[language] }
}

/** Loads the words of the report page: paper and page say the same in the same words. */
export async function loadWords(tag: string): Promise<Words> {
  const language = nearestPrintLanguage(tag)
  const loaded = i18next.createInstance()
  await loaded.init({
    lng: language,
    fallbackLng: 'en-GB',
    resources: { [language]: { report: await wordsOf(language) }, 'en-GB': { report: await wordsOf('en-GB') } },
    ns: ['report'],
    defaultNS: 'report',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false, defaultVariables: { brand: brand.name } },
  })
  return { language, t: (key, values = {}) => loaded.t(key, values), figures: makeFigures(language, 'UTC') }
}
