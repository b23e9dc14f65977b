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

/** Counts from which on facts are counted: where a fact is notable, it is so from one of them on. */
export const thresholds = [1, 2, 5, 10] as const

/** How often a fact occurs in the files and texts that can have it. */
export interface FactRate {
  kind: string
  name: string | null
  /** Files and texts that can have it. */
  n: number
  /** Those in which it counts at least so much; a fact without a count counts once. */
  atLeast: Record<(typeof thresholds)[number], number>
  /** Repositories and collections with one. */
  sources: number
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
}

export interface FactFigures {
  files: Record<FileType, number>
  unreadable: number
  repositories: number
  texts: number
  collections: number
  rates: FactRate[]
  histories: HistoryRates
}

type Found = Pick<ExtractedFact, 'count'> & { kind: string; name: string | null }

const word: FileType[] = ['docx', 'doc']
/**
 * Facts that may be notable, or whose rate a report shows, with the types of file that can have them. Texts
 * can have those of every type.
 */
const measured: [kind: string, names: (string | null)[], types: FileType[] | 'all'][] = [
  ['invisible-characters', [null], 'all'],
  ['look-alike-letters', [null], 'all'],
  ['prompt-echo', [null], 'all'],
  ['markdown-remains', [null], 'all'],
  ['hidden-text', ['vanish'], word],
  ['hidden-text', ['white', 'tiny'], [...word, 'pdf']],
  ['hidden-text', ['no-ink', 'off-page'], ['pdf']],
  ['covered-text', ['under-pictures'], ['pdf']],
  ['pdf-history', ['changes', 'earlier-programs', 'page-sizes'], ['pdf']],
  ['file-origin', ['chat-program', 'library'], ['pdf', 'docx']],
  ['editing-history', ['template'], word],
  ['editing-history', ['tracked-changes', 'comments'], ['docx']],
]

/** Counts the facts of files and texts. */
class FactCounter {
  readonly #rates = new Map<string, FactRate & { seen: Set<string> }>()

  constructor() {
    for (const [kind, names] of measured) {
      for (const name of names) {
        this.#rates.set(keyOf(kind, name), {
          kind,
          name,
          n: 0,
          atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 },
          sources: 0,
          seen: new Set(),
        })
      }
    }
  }

  /** Adds a file of a type, or a text, that comes from a source. */
  add(type: FileType | 'text', source: string, facts: readonly Found[]): void {
    for (const [kind, names, types] of measured) {
      if (types !== 'all' && (type === 'text' || !types.includes(type))) continue
      for (const name of names) {
        const rate = this.#rates.get(keyOf(kind, name))
        if (rate === undefined) continue
        rate.n++
        const found = facts.filter((fact) => fact.kind === kind && fact.name === name && fact.count !== 0)
        if (found.length === 0) continue
        rate.seen.add(source)
        const count = found.reduce((sum, fact) => sum + (fact.count ?? 1), 0)
        for (const threshold of thresholds) if (count >= threshold) rate.atLeast[threshold]++
      }
    }
  }

  rates(): FactRate[] {
    return [...this.#rates.values()].map(({ seen, ...rate }) => ({ ...rate, sources: seen.size }))
  }
}

const keyOf = (kind: string, name: string | null) => `${kind} ${name ?? ''}`

/** Longer files are books, and reading them takes minutes. */
const maxPages = 100

/** Files of a folder whose names end as documents do. Its own folders are the sources. */
function documentsIn(folder: string): { source: string; path: string }[] {
  const inside = (path: string): string[] =>
    statSync(path).isDirectory()
      ? readdirSync(path).flatMap((name) => inside(join(path, name)))
      : ['.pdf', '.docx', '.doc', '.txt'].includes(extname(path).toLowerCase())
        ? [path]
        : []
  return readdirSync(folder).flatMap((source) =>
    inside(join(folder, source)).map((path) => ({ source, path })),
  )
}

/**
 * Counts every fact over the files of a folder and the human texts that are known to be older than chat
 * programs.
 */
export async function measureFacts(
  folder: string,
  data: string,
  report: (line: string) => void,
): Promise<FactFigures> {
  const counter = new FactCounter()
  const figures: Omit<FactFigures, 'rates'> = {
    files: { pdf: 0, docx: 0, doc: 0, txt: 0 },
    unreadable: 0,
    repositories: 0,
    texts: 0,
    collections: 0,
    histories: { timed: 0, atMostOneMinute: 0, restarted: 0, withSessions: 0, mostInOneSession: 0 },
  }
  const repositories = new Set<string>()
  for (const { source, path } of documentsIn(folder)) {
    const read = await extractBytes(readFileSync(path), { ...extractionLimits, pages: maxPages }).catch(
      () => null,
    )
    if (read === null) {
      figures.unreadable++
      continue
    }
    figures.files[read.fileType]++
    repositories.add(source)
    const facts: Found[] = [...read.facts, ...findFacts(read.text)]
    counter.add(read.fileType, source, facts)
    for (const { kind, name, count } of facts)
      if (count !== 0) report(`${path}\t${kind}\t${name ?? ''}\t${count ?? ''}`)
    for (const { history } of read.facts) if (history) addHistory(figures.histories, history)
  }
  figures.repositories = repositories.size
  for (const source of sources) {
    const texts = readCorpus(data, source.name).texts.filter(
      (text) => text.label === 'human' && !isAudited(source.name, text) && isDated({ source, ...text }),
    )
    if (texts.length > 0) figures.collections++
    figures.texts += texts.length
    for (const { text } of texts) counter.add('text', source.name, findFacts(text))
  }
  return { ...figures, rates: counter.rates() }
}

function addHistory(rates: HistoryRates, { words, minutes, saves, sessions, largest }: EditingHistory): void {
  if (minutes !== null) rates.timed++
  if (minutes !== null && minutes <= 1) rates.atMostOneMinute++
  if (minutes !== null && sessions !== null && saves !== null && sessions > saves) rates.restarted++
  if (sessions !== null) rates.withSessions++
  if (sessions !== null && (largest ?? 0) >= words * 0.8) rates.mostInOneSession++
}
