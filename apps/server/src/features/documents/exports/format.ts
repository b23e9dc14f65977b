import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ClassGroup } from '@penmark/contract'
import { allowedName, shorten } from '../../../lib/filenames.ts'
import { localesFolder } from '../../../lib/release.ts'
import { type Locale, nearestLocale } from '../../../locale/locale.ts'
import { texts } from '../../../locale/texts.ts'

/** `id` is of a class or a student. */
export interface ClassExportRequest {
  id: string
  language?: string | undefined
  time_zone?: string | undefined
}

/** The texts and formats of an export in one language. */
export interface ExportTexts {
  /** A text by `namespace:key`: one of the screens' or, under `export:`, one of the exports' own. */
  text(key: string, values?: Readonly<Record<string, string | undefined>>): string
  /** A share in whole percent, in the locale's format. */
  percent(share: number): string
  /** A score in percent with one decimal and without a sign. */
  score(score: number): string
  /** Between cells, as spreadsheets of this locale expect. */
  cellSeparator: ',' | ';'
  decimalSeparator: '.' | ','
}

const namespaces = ['classes', 'documents', 'report'] as const

async function readTexts(language: Locale): Promise<Map<string, string>> {
  const files = await Promise.all(
    namespaces.map(async (namespace) => {
      const screenTexts = JSON.parse(
        await readFile(path.join(localesFolder, language, `${namespace}.json`), 'utf8'),
      ) as Record<string, string>
      return Object.entries(screenTexts).map(([key, text]) => [`${namespace}:${key}`, text] as const)
    }),
  )
  const exportTexts = Object.entries(texts[language].exports).map(
    ([key, text]) => [`export:${key}`, text] as const,
  )
  return new Map([...files.flat(), ...exportTexts])
}

/** Loads the texts of the nearest locale; missing ones are British English. */
export async function loadExportTexts(tag: string): Promise<ExportTexts> {
  const language = nearestLocale(tag)
  const [localised, fallback] = await Promise.all([readTexts(language), readTexts('en-GB')])
  const isFrench = language === 'fr-FR'
  const decimalSeparator = isFrench ? ',' : '.'
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })
  return {
    text: (key, values = {}) => {
      const byName = new Map(Object.entries(values))
      return (localised.get(key) ?? fallback.get(key) ?? key).replaceAll(
        /\{\{(\w+)\}\}/g,
        (mark, name: string) => byName.get(name) ?? mark,
      )
    },
    percent: (share) => percent.format(share),
    score: (score) => (score * 100).toFixed(1).replace('.', decimalSeparator),
    cellSeparator: isFrench ? ';' : ',',
    decimalSeparator,
  }
}

/** The name of a class's export: `Year 10 English (2026/27)` gives `Year 10 English (2026 27).csv`. */
export function classExportFilename(
  { class_name, academic_year }: ClassGroup,
  extension: 'csv' | 'zip',
): string {
  const fullName = academic_year ? `${class_name} (${academic_year})` : class_name
  return `${shorten(allowedName(fullName) || 'class', 100)}.${extension}`
}
