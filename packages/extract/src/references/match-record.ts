import type { ListedWork } from './listed-works.ts'
import { folded, lettersAndDigits, nameWords } from './words.ts'

/** A work as a library's catalogue describes it. */
export interface CatalogueRecord {
  title: string
  subtitle: string | null
  /** In full, first author first; a catalogue may know none. */
  authors: string[]
  /** In print and online. */
  years: number[]
  doi: string | null
}

export type WorkField = 'doi' | 'title' | 'author' | 'year'

/** Null if the record is of another work; otherwise the fields in which it differs from the entry. */
export type RecordMatch = WorkField[] | null

/** Shares of the words of a title that an entry must contain, chosen on the examples of the test. */
const titleThresholds = { same: 0.8, similar: 0.65, certain: 0.9 } as const
const shortTitle = 3

/**
 * Compares an entry with the record that its DOI leads to. A translated title alone makes it no other work.
 */
export function matchByDoi(work: ListedWork, record: CatalogueRecord): RecordMatch {
  const { title, author, year } = compared(work, record)
  if (title >= titleThresholds.same) return differences({ author, year })
  return author && year && nameWords(record.authors.join(' ')).length > 0 ? ['title'] : null
}

/** Compares an entry with a record that a search for its title found. */
export function matchByTitle(work: ListedWork, record: CatalogueRecord): RecordMatch {
  const { title, author, year, isShort, share, hasOtherSubtitle } = compared(work, record)
  // A longer title that begins alike is another work.
  if (share < 0.6) return null
  if (title >= titleThresholds.same) {
    if (author && year) return hasOtherSubtitle ? ['title'] : []
    if (isShort) return null
    if (author) return ['year']
    // Reviews and chapters bear the titles of books.
    return year && title >= titleThresholds.certain ? ['author'] : null
  }
  return title >= titleThresholds.similar && author && year && !isShort ? ['title'] : null
}

const differences = ({ author, year }: { author: boolean; year: boolean }): WorkField[] => [
  ...(author ? [] : (['author'] as const)),
  ...(year ? [] : (['year'] as const)),
]

interface Compared {
  /** How much of the record's title is in the entry. */
  title: number
  /** How much of the entry's title is in the record's. */
  share: number
  isShort: boolean
  /** Both have a subtitle, and hardly a word of one is in the other. */
  hasOtherSubtitle: boolean
  author: boolean
  year: boolean
}

function compared({ entry, title, author, year }: ListedWork, record: CatalogueRecord): Compared {
  const full = `${record.title} ${record.subtitle ?? ''}`
  const main = record.subtitle === null ? (record.title.split(/[:?–—]\s/)[0] ?? '') : record.title
  const fullTitle = titleWords(full)
  const words = titleWords(main)
  const inEntry = titleWords(entry)
  const entryTitle = title === null ? [] : titleWords(title)
  // A subtitle is often left out; a first word or two are too little to go by.
  const shares = [
    shareOf(fullTitle, inEntry),
    ...(words.length >= shortTitle ? [shareOf(words, inEntry)] : []),
  ]
  const letters = lettersAndDigits(full)
  const isWithin = letters.length > 0 && lettersAndDigits(entry).includes(letters)
  return {
    title: isWithin ? 1 : Math.max(...shares),
    share:
      entryTitle.length === 0
        ? 1
        : Math.max(
            shareOf(entryTitle, fullTitle),
            shareOf(titleWords(title?.split(/[:?–—]\s/)[0] ?? ''), fullTitle),
          ),
    isShort: fullTitle.length < shortTitle,
    hasOtherSubtitle: areApart(subtitleOf(title ?? ''), record.subtitle ?? subtitleOf(record.title)),
    author: isAuthor(author, entry, record.authors),
    year: isYear(year, entry, record.years),
  }
}

const subtitleOf = (title: string) =>
  title
    .split(/[:?–—]\s/)
    .slice(1)
    .join(' ')

/** Whether two subtitles of some length have less than half of their words in common, in order. */
function areApart(one: string, other: string): boolean {
  const [words, others] = [titleWords(one), titleWords(other)]
  if (Math.min(words.length, others.length) < shortTitle) return false
  return Math.max(shareOf(words, others), shareOf(others, words)) < 0.5
}

const insignificant = new Set(
  'a an and au aux d de des du et for in l la le les of on or the to un une'.split(' '),
)

function titleWords(text: string): string[] {
  const words = folded(text.slice(0, 1_000).replace(/<[^<>]{0,40}>/g, '')).replace(/['’ʼ`]/g, ' ')
  return (words.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !insignificant.has(word)).slice(0, 150)
}

/** The largest share of these words that is close together and in the same order in the others. */
function shareOf(words: readonly string[], otherWords: readonly string[]): number {
  if (words.length === 0) return 0
  const width = Math.ceil(words.length * 1.25) + 1
  let most = 0
  for (let from = 0; from < Math.max(1, otherWords.length - words.length + 3); from++) {
    most = Math.max(most, commonInOrder(words, otherWords.slice(from, from + width)))
    if (most === words.length) break
  }
  return most / words.length
}

/** Length of the longest common subsequence. */
function commonInOrder(words: readonly string[], otherWords: readonly string[]): number {
  let above = Array.from({ length: otherWords.length + 1 }, () => 0)
  for (const word of words) {
    const row = [0]
    otherWords.forEach((other, at) => {
      const both = isSimilar(word, other) ? (above[at] ?? 0) + 1 : 0
      row.push(Math.max(both, above[at + 1] ?? 0, row[at] ?? 0))
    })
    above = row
  }
  return above.at(-1) ?? 0
}

/** Equal, or with one slip of a letter in a long word. */
function isSimilar(word: string, other: string): boolean {
  if (word === other) return true
  if (word.length < 5 || other.length < 5 || Math.abs(word.length - other.length) > 1) return false
  let start = 0
  while (start < word.length && word[start] === other[start]) start++
  let end = 0
  const most = Math.min(word.length, other.length) - start
  while (end < most && word.at(-1 - end) === other.at(-1 - end)) end++
  // What is left in the middle: one letter, or two that changed places.
  const left = [word.slice(start, word.length - end), other.slice(start, other.length - end)] as const
  if (left[0].length <= 1 && left[1].length <= 1) return !/\d/.test(left[0] + left[1])
  return left[0].length === 2 && left[0] === Array.from(left[1]).reverse().join('')
}

/**
 * Whether the first author of the entry is among the record's, or, where that is unclear, one of the record's
 * is in the entry.
 */
function isAuthor(author: string | null, entry: string, authors: readonly string[]): boolean {
  const names = nameWords(authors.slice(0, 100).join(' ; ').slice(0, 5_000)).filter((word) => word.length > 1)
  if (names.length === 0) return true
  const entryNames = nameWords(author ?? entry.slice(0, 200))
  return entryNames.some((word) => names.some((name) => isSimilar(word, name)))
}

/**
 * Whether a year of the entry is at most one from a year of the record: works appear online before they are
 * printed.
 */
function isYear(year: number | null, entry: string, years: readonly number[]): boolean {
  const entryYears = new Set(Array.from(entry.matchAll(/(?<!\d)\d{4}(?!\d)/g), ([found]) => Number(found)))
  if (year !== null) entryYears.add(year)
  if (entryYears.size === 0 || years.length === 0) return true
  return years.some((other) => [...entryYears].some((entryYear) => Math.abs(entryYear - other) <= 1))
}
