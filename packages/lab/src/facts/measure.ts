import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { findFacts } from '@penmark/detector/lab'
import {
  type EditingHistory,
  type ExtractedFact,
  extractBytes,
  extractionLimits,
  type FileType,
} from '@penmark/extract'
import { isDated } from '../corpora/dated.ts'
import { isAudited, readCorpus } from '../corpora/read.ts'
import { sources } from '../corpora/sources.ts'
import { languageOf } from './languages.ts'

/** Counts from which on facts are counted: where a fact is notable, it is so from one of them on. */
export const thresholds = [1, 2, 5, 10] as const

/** The kinds whose rates are stated apart: what is usual in one of them may be rare in the other. */
export type FileKind = 'word' | 'pdf'

/** How often a fact occurs in what can have it. */
export interface Rate {
  kind: string
  name: string | null
  n: number
  /** Those in which it counts at least so much; a fact without a count counts once. */
  atLeast: Record<(typeof thresholds)[number], number>
  /** Repositories or collections with one. */
  sources: number
}

export interface FactRate extends Rate {
  files: FileKind
}

/** What the files of word processors record of how they were written. */
export interface HistoryRates {
  /** Files that count minutes, those with at most one, and those whose sessions exceed their saves. */
  timed: number
  atMostOneMinute: number
  restarted: number
  /** Files that record sessions, and those with four fifths of the words in one of them. */
  withSessions: number
  mostInOneSession: number
  repositories: number
}

export interface FactFigures {
  files: Record<FileType, number>
  unreadable: number
  repositories: number
  /** Files in each language, most frequent first; those in none that could be told are not counted. */
  languages: { language: string; files: number }[]
  rates: FactRate[]
  histories: HistoryRates
  /** Plain texts, which no word processor has touched: their rates are no rates of files. */
  texts: { n: number; collections: number; rates: Rate[] }
}

type Found = Pick<ExtractedFact, 'count'> & { kind: string; name: string | null }

const word: FileType[] = ['docx', 'doc']
const wordAndPdf: FileType[] = [...word, 'pdf']
/** Facts that may be notable, or whose rate a report shows, with the types of file that can have them. */
const measured: [kind: string, names: (string | null)[], types: FileType[] | 'also texts'][] = [
  ['invisible-characters', [null], 'also texts'],
  ['look-alike-letters', [null], 'also texts'],
  ['prompt-echo', [null], 'also texts'],
  ['markdown-remains', [null], 'also texts'],
  ['hidden-text', ['vanish'], word],
  ['hidden-text', ['white', 'tiny'], wordAndPdf],
  ['hidden-text', ['no-ink', 'off-page'], ['pdf']],
  ['covered-text', ['under-pictures'], ['pdf']],
  ['pdf-history', ['changes', 'earlier-programs', 'page-sizes'], ['pdf']],
  ['file-origin', ['chat-program', 'library'], ['pdf', 'docx']],
  ['editing-history', ['template'], word],
  ['editing-history', ['tracked-changes', 'comments'], ['docx']],
]

/** Counts the facts of what is of one kind: Word files, PDFs or plain texts. */
export class FactCounter {
  readonly #rates = new Map<string, Rate & { seen: Set<string> }>()

  /** Adds a file of a type, or a text, that comes from a source. */
  add(type: FileType | 'text', source: string, facts: readonly Found[]): void {
    for (const [kind, names, types] of measured) {
      if (types !== 'also texts' && (type === 'text' || !types.includes(type))) continue
      for (const name of names) {
        const rate = this.#rateOf(kind, name)
        rate.n++
        const found = facts.filter((fact) => fact.kind === kind && fact.name === name && fact.count !== 0)
        if (found.length === 0) continue
        rate.seen.add(source)
        const count = found.reduce((sum, fact) => sum + (fact.count ?? 1), 0)
        for (const threshold of thresholds) if (count >= threshold) rate.atLeast[threshold]++
      }
    }
  }

  #rateOf(kind: string, name: string | null): Rate & { seen: Set<string> } {
    const key = `${kind} ${name ?? ''}`
    const known = this.#rates.get(key)
    if (known) return known
    const rate = {
      kind,
      name,
      n: 0,
      atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 },
      sources: 0,
      seen: new Set<string>(),
    }
    this.#rates.set(key, rate)
    return rate
  }

  rates(): Rate[] {
    return [...this.#rates.values()].map(({ seen, ...rate }) => ({ ...rate, sources: seen.size }))
  }
}

/** Longer files are books, and reading them takes minutes. */
const maxPages = 100

/**
 * Files of one repository often come from one person and one template, so only so many of each type are
 * counted, and fewer where the person's way of writing is what is counted.
 */
export const mostOfRepository = { files: 10, histories: 3 }

/** So many of the items, evenly spread over all of them. */
export function spread<Item>(items: readonly Item[], most: number): Item[] {
  const step = Math.max(1, items.length / most)
  return items.filter((_, nth) => Math.floor((nth + 1) / step) > Math.floor(nth / step))
}

/** Files of a folder whose names end as documents do. Its own folders are the repositories. */
function documentsIn(folder: string): { repository: string; path: string }[] {
  const inside = (path: string): string[] =>
    statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => inside(join(path, name))) : [path]
  return readdirSync(folder).flatMap((repository) => {
    const paths = inside(join(folder, repository)).sort()
    return ['.pdf', '.docx', '.doc'].flatMap((type) =>
      spread(
        paths.filter((path) => extname(path).toLowerCase() === type),
        mostOfRepository.files,
      ).map((path) => ({ repository, path })),
    )
  })
}

/**
 * Counts every fact over the files of a folder, and apart from them over the human texts that are known to be
 * older than chat programs.
 */
export async function measureFacts(
  folder: string,
  data: string,
  report: (line: string) => void,
): Promise<FactFigures> {
  const counters = { word: new FactCounter(), pdf: new FactCounter(), text: new FactCounter() }
  const files: Record<FileType, number> = { pdf: 0, docx: 0, doc: 0, txt: 0 }
  const languages = new Map<string, number>()
  const histories = new HistoryCounter()
  const repositories = new Set<string>()
  let unreadable = 0
  for (const { repository, path } of documentsIn(folder)) {
    const read = await extractBytes(readFileSync(path), { ...extractionLimits, pages: maxPages }).catch(
      () => null,
    )
    // A text that is only named like a file of a word processor is no file of one.
    if (read === null || read.fileType === 'txt') {
      unreadable++
      continue
    }
    files[read.fileType]++
    repositories.add(repository)
    const language = languageOf(read.text)
    if (language !== null) languages.set(language, (languages.get(language) ?? 0) + 1)
    const facts: Found[] = [...read.facts, ...findFacts(read.text)]
    counters[read.fileType === 'pdf' ? 'pdf' : 'word'].add(read.fileType, repository, facts)
    for (const { kind, name, count } of facts)
      if (count !== 0) report(`${path}\t${kind}\t${name ?? ''}\t${count ?? ''}`)
    for (const { history } of read.facts) if (history) histories.add(repository, history)
  }
  let collections = 0
  let texts = 0
  for (const source of sources) {
    const dated = readCorpus(data, source.name).texts.filter(
      (text) => text.label === 'human' && !isAudited(source.name, text) && isDated({ source, ...text }),
    )
    if (dated.length > 0) collections++
    texts += dated.length
    for (const { text } of dated) counters.text.add('text', source.name, findFacts(text))
  }
  return {
    files,
    unreadable,
    repositories: repositories.size,
    languages: [...languages]
      .map(([language, count]) => ({ language, files: count }))
      .sort((a, b) => b.files - a.files || a.language.localeCompare(b.language)),
    rates: (['word', 'pdf'] as const).flatMap((kind) =>
      counters[kind].rates().map((rate) => ({ files: kind, ...rate })),
    ),
    histories: histories.rates(),
    texts: { n: texts, collections, rates: counters.text.rates() },
  }
}

/** Counts what files record of how they were written. */
export class HistoryCounter {
  readonly #ofRepository = new Map<string, number>()
  readonly #counts = { timed: 0, atMostOneMinute: 0, restarted: 0, withSessions: 0, mostInOneSession: 0 }

  /** Adds what a file of a repository records, unless enough of that repository were counted. */
  add(repository: string, { words, minutes, saves, sessions, largest }: EditingHistory): void {
    const counted = this.#ofRepository.get(repository) ?? 0
    if (counted === mostOfRepository.histories) return
    this.#ofRepository.set(repository, counted + 1)
    const counts = this.#counts
    if (minutes !== null) counts.timed++
    if (minutes !== null && minutes <= 1) counts.atMostOneMinute++
    if (minutes !== null && sessions !== null && saves !== null && sessions > saves) counts.restarted++
    if (sessions !== null) counts.withSessions++
    if (sessions !== null && (largest ?? 0) >= words * 0.8) counts.mostInOneSession++
  }

  rates(): HistoryRates {
    return { ...this.#counts, repositories: this.#ofRepository.size }
  }
}
