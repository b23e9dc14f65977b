import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Locale, nearestLocale } from '../../locale/locale.ts'
import { texts } from '../../locale/texts.ts'
import { localesFolder } from '../../paths.ts'

/** The texts of an export by `namespace:key`: those of the screens, and a few of its own under `export:`. */
export interface ExportWords {
  of(key: string): string
  /** A share in whole percent, in the locale's format. */
  percent(share: number): string
  /** Cell and decimal separators of the locale, which its spreadsheets expect. */
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
  const own = Object.entries(texts[language].exports).map(([key, text]) => [`export:${key}`, text] as const)
  return new Map([...files.flat(), ...own])
}

/** The texts of the nearest locale; missing ones are British English. */
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
