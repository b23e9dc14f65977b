import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { ClassGroup } from '@penmark/contract'
import { allowedName, shorten } from '../../filenames.ts'
import { type Locale, nearestLocale } from '../../locale/locale.ts'
import { texts } from '../../locale/texts.ts'
import { localesFolder } from '../../release.ts'

/** `id` is of a class or a student. */
export interface ExportRequest {
  id: string
  language?: string | undefined
  time_zone?: string | undefined
}

/** The texts and formats of an export in one language. */
export interface ExportTexts {
  /** A text by `namespace:key`: one of the screens' or, under `export:`, one of the exports' own. */
  text(key: string): string
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
      const screenTexts = JSON.parse(await readFile(path.join(localesFolder, language, `${namespace}.json`), 'utf8')) as Record<
        string,
        string
      >
      return Object.entries(screenTexts).map(([key, text]) => [`${namespace}:${key}`, text] as const)
    }),
  )
  const exportTexts = Object.entries(texts[language].exports).map(([key, text]) => [`export:${key}`, text] as const)
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
    text: (key) => localised.get(key) ?? fallback.get(key) ?? key,
    percent: (share) => percent.format(share),
    score: (score) => (score * 100).toFixed(1).replace('.', decimalSeparator),
    cellSeparator: isFrench ? ';' : ',',
    decimalSeparator,
  }
}

/** Formats times as `2026-11-21 12:30`, which spreadsheets recognise in every language. */
export function timeFormatter(zone: string | undefined): (iso: string) => string {
  const options = { dateStyle: 'short', timeStyle: 'short' } as const
  const format = () => new Intl.DateTimeFormat('sv-SE', { ...options, timeZone: zone ?? 'UTC' })
  try {
    const inZone = format()
    return (iso) => inZone.format(new Date(iso))
  } catch {
    // The time zone is unknown.
    const utc = new Intl.DateTimeFormat('sv-SE', { ...options, timeZone: 'UTC' })
    return (iso) => utc.format(new Date(iso))
  }
}

/**
 * The bytes that a stream can give now. An archive that is written while it is read yields them after each entry, so that only one entry is in
 * memory.
 */
export async function* availableBytes(output: PassThrough): AsyncGenerator<Uint8Array> {
  await setImmediate()
  for (let bytes = output.read() as Buffer | null; bytes !== null; bytes = output.read() as Buffer | null) yield bytes
}

export async function* encoded(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}

/** The name of a class's export: `Year 10 English (2026/27)` gives `Year 10 English (2026 27).csv`. */
export function exportFilename({ class_name, academic_year }: ClassGroup, extension: 'csv' | 'zip'): string {
  const fullName = academic_year ? `${class_name} (${academic_year})` : class_name
  return `${shorten(allowedName(fullName) || 'class', 100)}.${extension}`
}

/** Returns a function that makes each name unique, ignoring case: `essay.pdf`, then `essay (2).pdf`. */
export function uniqueNames(): (name: string) => string {
  const used = new Set<string>()
  // The next number for each name: counting from the start each time would take quadratic time.
  const nextNumbers = new Map<string, number>()
  return (name) => {
    const dot = name.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    let unique = name
    let number = nextNumbers.get(name.toLowerCase()) ?? 2
    for (; used.has(unique.toLowerCase()); number += 1) unique = `${stem} (${number})${extension}`
    nextNumbers.set(name.toLowerCase(), number)
    used.add(unique.toLowerCase())
    return unique
  }
}

/** A name without characters that some systems refuse, for folders and files of an archive; `fallback` if nothing of it is left. */
export function folderName(name: string | null, fallback: string): string {
  const clean = allowedName(name ?? fallback)
    .replaceAll(/^[. ]+|(?<![. ])[. ]+$/g, '')
    .trim()
  return shorten(clean || fallback, 80)
}
