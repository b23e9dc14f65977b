import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ClassGroup } from '@penmark/contract'
import { type Locale, nearestLocale } from '../../locale/locale.ts'
import { texts } from '../../locale/texts.ts'
import { localesFolder } from '../../paths.ts'

/** What a teacher asks to export: `id` is of a class or a student. */
export interface ExportRequest {
  id: string
  language?: string | undefined
  time_zone?: string | undefined
}

/** The texts of an export by `namespace:key`: those of the screens, and a few of its own under `export:`. */
export interface ExportWords {
  of(key: string): string
  /** A share in whole percent, in the locale's format. */
  percent(share: number): string
  /** A score in percent with one decimal and without a sign. */
  score(score: number): string
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
  const decimal = isFrench ? ',' : '.'
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })
  return {
    of: (key) => words.get(key) ?? fallback.get(key) ?? key,
    percent: (share) => percent.format(share),
    score: (score) => (score * 100).toFixed(1).replace('.', decimal),
    separator: isFrench ? ';' : ',',
    decimal,
  }
}

/** `2026-11-21 12:30`, which spreadsheets recognise in every language. */
export function timeIn(zone: string | undefined): (iso: string) => string {
  const options = { dateStyle: 'short', timeStyle: 'short' } as const
  const format = () => new Intl.DateTimeFormat('sv-SE', { ...options, timeZone: zone ?? 'UTC' })
  try {
    const inZone = format()
    return (iso) => inZone.format(new Date(iso))
  } catch {
    // An unknown time zone.
    const utc = new Intl.DateTimeFormat('sv-SE', { ...options, timeZone: 'UTC' })
    return (iso) => utc.format(new Date(iso))
  }
}

export async function* encoded(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}

/** Characters that some systems do not allow in file names. */
const unusable = /[\p{Cc}/\\:*?"<>|]/gu

/** The name of a class's export: `Year 10 English (2026/27)` gives `Year 10 English (2026 27).csv`. */
export function exportFilename({ class_name, academic_year }: ClassGroup, extension: 'csv' | 'zip'): string {
  const whole = academic_year ? `${class_name} (${academic_year})` : class_name
  const stem = whole.toWellFormed().replaceAll(unusable, ' ').trim()
  return `${Array.from(stem || 'class')
    .slice(0, 100)
    .join('')}.${extension}`
}

/** Returns a function that makes each name unique, ignoring case: `essay.pdf`, then `essay (2).pdf`. */
export function uniqueNames(): (name: string) => string {
  const used = new Set<string>()
  // Where counting continues for each name; restarting at 1 would take quadratic time.
  const counted = new Map<string, number>()
  return (name) => {
    const dot = name.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    let unique = name
    let number = counted.get(name.toLowerCase()) ?? 2
    for (; used.has(unique.toLowerCase()); number += 1) unique = `${stem} (${number})${extension}`
    counted.set(name.toLowerCase(), number)
    used.add(unique.toLowerCase())
    return unique
  }
}

/** A student's name as a folder of an archive, or `nobody` without one. */
export function folderName(name: string | null, nobody: string): string {
  const clean = (name ?? nobody)
    .toWellFormed()
    .replaceAll(unusable, ' ')
    .replaceAll(/^[. ]+|(?<![. ])[. ]+$/g, '')
    .trim()
  return Array.from(clean || nobody)
    .slice(0, 80)
    .join('')
}
