import { abbreviationsOf, lettersAndDigits, nameWords } from './words.ts'

/** One work of a reference list. */
export interface Entry {
  text: string
  /** The number before it; null if it has none. */
  number: number | null
  /** Words of the first author, an organisation included; empty if it is unclear who that is. */
  author: string[]
  /** All words by which the text can refer to the work. */
  words: Set<string>
  /** All years in the entry, and numbers that look like them. */
  years: string[]
  /** Whether one of them stands where a year can. */
  isDated: boolean
  /** The year at the position where the style puts the year of publication; null if that is unclear. */
  published: number | null
  /** Letters and digits alone, for comparing entries. */
  lettersAndDigits: string
}

/** A surname at the beginning, with its particles. */
const surname =
  /^(?:(?:[Dd]e|[Dd]el|[Dd]ella|[Dd]i|[Dd]a|[Dd]os|[Dd]u|[Dd]es|[Vv]an|[Vv]on|[Dd]er|[Dd]en|[Ll]a|[Ll]e|[Tt]en|[Tt]er|[Aa]l|[Ee]l|[Bb]in|[Ss]t\.?|d['’]|l['’]) ?){0,3}\p{Lu}[\p{L}'’‐-]{1,30}(?: \p{Lu}\p{Ll}[\p{L}'’‐-]{1,30}){0,2}/u
/**
 * What follows the surname in `Smith, J.`, `Smith, Jane` and `SMITH, Jane`, and in `Smith JA,` and `Smith J.`
 */
const afterSurname =
  /^(?:, ?(?:\p{Lu}\p{L}{0,20}\.?|\p{Lu}-\p{Lu}\.)(?=[\s.,&;(:-]|$)| \p{Lu}{1,3}(?=[,.:] |\.$| \())/u
/**
 * `Carolyn S. Calfee` with others, or with the title behind it, where `Calfee` could be one too:
 * `Smith J. Nutrition`.
 */
const givenNameFirst =
  /^(\p{Lu}[\p{L}'’‐-]{1,30}) (?:\p{Lu}\.[ -]?){1,3} ?((?:(?:de|van|von|der|den|la|le) ){0,2}\p{Lu}[\p{L}'’‐-]{1,30})(,| and | et |\. )/u
/** `J. A.` before a surname. */
const initialsFirst = /^(?:\p{Lu}\.[ -]?){1,4} ?/u
/** An organisation or a title with the year right after it. */
const organisation =
  /^(\p{Lu}[^.()\d]{1,120}?)(?:\s\[[^\]]{1,20}\])?(?:\.? ?\((?:\d{4}|n\. ?d|s\. ?d|no date|sans date)[^()]{0,30}\)(?!,? \p{Ll})|\. (?:\d{4}|[ns]\. ?d\.))/u
/** The last line of an entry, in a paragraph of its own: `Oxford: Oxford University Press (1999)`. */
const publisher =
  /: |\b(?:Press|Publishers?|Publishing|Publications|Verlag|Éditions|Presses universitaires)$/u
const fullName = /^\p{Lu}[\p{L}'’‐-]{1,30} (?:\p{Lu}\p{Ll}{1,20} )?\p{Lu}\p{Ll}{1,20}, /u
const quotation = /^["“«‘']/

const number = /^(?:\[(\d{1,3})\]|\((\d{1,3})\)|(\d{1,3})[.)]|(\d{1,3})(?=\s+\p{Lu}))\s*/u
const sameAuthor = /^(?:[—–_]|-{2}){1,6}\.?,?\s*/

/** An entry without the number before it. */
export function withoutNumber(paragraph: string): string {
  return paragraph.replace(number, '')
}

/** Whether a paragraph begins as entries of the usual styles do. */
export function startsLikeEntry(paragraph: string): boolean {
  const text = withoutNumber(paragraph.slice(0, 400))
  return authorOf(text) !== null || fullName.test(text) || quotation.test(text) || sameAuthor.test(text)
}

/** A surname at the beginning and what follows it. */
function surnameIn(text: string): { name: string; rest: string } | null {
  const name = surname.exec(text)?.[0]
  return name === undefined ? null : { name, rest: text.slice(name.length) }
}

/**
 * The first author; null if an entry does not begin with a person or an organisation that the text would cite
 * by name.
 */
function authorOf(text: string): { name: string; isPerson: boolean } | null {
  const [, given, family, end] = givenNameFirst.exec(text) ?? []
  if (given !== undefined && family !== undefined)
    return { name: end === '. ' ? `${given} ${family}` : family, isPerson: true }
  const first = surnameIn(text)
  if (first && afterSurname.test(first.rest)) return { name: first.name, isPerson: true }
  const [initials = ''] = initialsFirst.exec(text) ?? []
  const last = initials === '' ? null : surnameIn(text.slice(initials.length))
  if (last && /^(?:,| and | et )/.test(last.rest)) return { name: last.name, isPerson: true }
  const name = organisation.exec(text)?.[1]
  return name === undefined || publisher.test(name) ? null : { name, isPerson: false }
}

const yearContexts = [
  // A number in brackets right behind another one is an issue: `591(7848)`, `585 (7825)`.
  /(?<!\d\s?)\(\s?(\d{4})[a-z]?(?:[),/]|\s(?:\[|,))/,
  /\.\s(\d{4})[a-z]?\.\s/,
  /[\s.](\d{4})[a-z]?(?:\s\p{L}{3,9}(?:\s\d{1,2})?)?;/u,
  /,\s(\d{4}),\s(?:pp?|vol|doi|https?)\b/,
  /,\s(\d{4})\.(?:\s|$)/,
]
/** Marks of a year that is not the publication's: an ancient, estimated or earlier one. */
const otherYear =
  /\d\s(?:B\.?C|A\.?D|C\.?E|av\. J)|\b(?:ca?\.|circa) ?\d|[Oo]riginal|[Rr]eprint|\b[Tt]rans\.|\d{3,4}\/\d{4}/

function publishedIn(text: string): number | null {
  const head = text.slice(0, 600)
  for (const context of yearContexts) {
    const year = context.exec(head)?.[1]
    if (year !== undefined) return otherYear.test(head) ? null : Number(year)
  }
  return null
}

/** Reads the paragraphs of a list, whose entries may lie across them or share one. */
export function readEntries(paragraphs: readonly string[]): Entry[] {
  let above: Entry | null = null
  return (numberedEntries(paragraphs) ?? datedEntries(paragraphs)).map((text) => {
    above = readEntry(text, above)
    return above
  })
}

/**
 * Entries from number to number, wherever the paragraphs end. Null for a list that does not count 1, 2, 3.
 */
function numberedEntries(paragraphs: readonly string[]): string[] | null {
  const text = paragraphs.join('\n')
  const starts: number[] = []
  for (const match of text.matchAll(
    /(?<=^|[\n ])(?:\[(\d{1,3})\]|\((\d{1,3})\)|(\d{1,3})[.)]) ?(?=[\p{Lu}"“«‘]|(?:\p{Ll}{1,4}['’ ]){1,3}\p{Lu})/gu,
  )) {
    if (Number(match[1] ?? match[2] ?? match[3]) === starts.length + 1) starts.push(match.index)
  }
  if (starts.length < 2 || starts[0] !== 0 || starts.length < paragraphs.length * 0.4) return null
  return starts.map((start, nth) =>
    text
      .slice(start, starts[nth + 1])
      .replaceAll('\n', ' ')
      .trim(),
  )
}

/**
 * A paragraph that continues the one above is joined to it, and one that the reader of a PDF joined from
 * several entries is divided.
 */
function datedEntries(paragraphs: readonly string[]): string[] {
  const texts: string[] = []
  for (const paragraph of paragraphs) {
    const last = texts.at(-1)
    if (last !== undefined && continues(last, paragraph)) texts[texts.length - 1] = `${last} ${paragraph}`
    else texts.push(...divided(paragraph))
  }
  return texts
}

/** A year, but neither a page nor a number of arXiv: `arXiv:1202.2723`. */
const dated = /(?<![\d/.:–-])(?:1\d|20)\d\d[a-z]?(?![\d–-]|\.\d)|\b[ns]\. ?d\.|\b(?:no|sans) date\b/

/** Pages of the web often have no year. */
const address = /https?:|www\./
/** Authors with their year, as APA and Chicago begin an entry. */
const authorsAndYear = /^[^()\d]{2,200}(?:\((?:1\d|20)\d\d[a-z]?[,)]|\. (?:1\d|20)\d\d[a-z]?\. )/

/** Whether a paragraph begins with authors and their initials, and goes on with the year. */
export function isDatedEntry(paragraph: string): boolean {
  const { rest = '' } = surnameIn(paragraph.slice(0, 400)) ?? {}
  return /^, \p{Lu}\./u.test(rest) && authorsAndYear.test(paragraph.slice(0, 400))
}

/** Names with their initials first never stand in the midst of an entry, unless its authors go on. */
const beginsAnother = (paragraph: string, above: string) => {
  const { rest = '' } = surnameIn(paragraph) ?? {}
  if (/^, \p{Lu}\.[ ,]/u.test(rest) && !/ \p{Lu}\.$/u.test(above)) return true
  const [initials = ''] = initialsFirst.exec(paragraph) ?? []
  const behindInitials = initials === '' ? null : surnameIn(paragraph.slice(initials.length))
  return (
    authorsAndYear.test(paragraph) || (behindInitials !== null && /^(?:,|\.| and )/.test(behindInitials.rest))
  )
}

/** What a work is part of: "In O. Chapelle and A. Zien, editors, …" */
const containedIn = /^In:? \p{Lu}/u

const authorsGoOn = /(?:,(?: ?(?:…|\. ?\. ?\.))?|&|, and)$/

/** Whether a paragraph is the rest of the entry above: a page or a short line ended in its midst. */
function continues(above: string, paragraph: string): boolean {
  if (above.length > maxEntryLength) return false
  if (/\(\d{4}[a-z]?\)[.,]?$/.test(above) || authorsGoOn.test(above)) return true
  // Where the year stands at the end, an entry without one goes on, even if its next line begins as names do:
  // "Pattern Recognition Letters, 31".
  if (!dated.test(above) && !address.test(above) && dated.test(paragraph) && !beginsAnother(paragraph, above))
    return true
  if (containedIn.test(paragraph)) return true
  return (
    !startsLikeEntry(paragraph) &&
    (/^(?:\p{Ll}{2,}|https?:|doi)/u.test(paragraph) || !dated.test(above) || !dated.test(paragraph))
  )
}

const maxEntryLength = 4_000
const minDividedLength = 120
const maxDividedLength = 20_000

const particleBefore =
  /(?:[Vv][ao]n|[Dd][eiau]|[Dd]e[lsrn]|[Ll][ae]|[Ee]l|[Aa]l|[Tt]e[nr]|[Bb]in|St\.|&|and|et) $/
const initialsAndYear = /^, \p{Lu}\.[^()]{0,150}\((?:\d{4}[a-z]?|n\.d\.)[),]/u
const givenName = /^, \p{Lu}\p{Ll}{1,20}[ ,.]/u
const organisationAndYear = /^\p{Lu}[^.()\d]{3,100}\. \((?:\d{4}|n\.d\.)/u

/**
 * Whether another entry may begin here in a paragraph: with surname, initials and the year in brackets, or,
 * behind an address or a page, with a name.
 */
function mayBegin(before: string, text: string): boolean {
  if (particleBefore.test(before)) return false
  const name = surnameIn(text)
  if (name && /[.\d/)] $/.test(before) && initialsAndYear.test(name.rest)) return true
  return (
    /[\d/]\.? $/.test(before) &&
    ((name !== null && givenName.test(name.rest)) || organisationAndYear.test(text))
  )
}

const endsWithFirstYear = /^\D*(?:1\d|20)\d\d[a-z]?\. $/

/** Reaches the year behind many authors. */
const inspectedLength = 260

export function divided(paragraph: string): string[] {
  if (paragraph.length < minDividedLength || paragraph.length > maxDividedLength) return [paragraph]
  const starts = [0]
  for (const { index } of paragraph.matchAll(/[.\d/\p{L})] (?=\p{L})/gu)) {
    // Behind its first year an entry usually goes on with its title: "2007. On Learning, Representing".
    if (
      endsWithFirstYear.test(
        paragraph.slice(Math.max(starts.at(-1) ?? 0, index - inspectedLength), index + 2),
      )
    )
      continue
    if (
      mayBegin(
        paragraph.slice(Math.max(0, index - 5), index + 2),
        paragraph.slice(index + 2, index + 2 + inspectedLength),
      )
    )
      starts.push(index + 2)
  }
  const pieces: string[] = []
  starts.forEach((start, nth) => {
    const piece = paragraph.slice(start, starts[nth + 1])
    const last = pieces.at(-1)
    // A name before the entry's year is another of its authors, and text without a year is not an entry.
    if (last !== undefined && !(dated.test(last) && dated.test(piece)))
      pieces[pieces.length - 1] = last + piece
    else pieces.push(piece)
  })
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '')
}

function readEntry(paragraph: string, above: Entry | null): Entry {
  const [, ...numbers] = number.exec(paragraph) ?? []
  const text = withoutNumber(paragraph)
  const repeats = sameAuthor.test(text)
  const author = repeats ? null : authorOf(text.slice(0, 400))
  const authorWords = author === null ? [] : nameWords(author.name)
  const words = new Set(nameWords(text))
  if (author !== null && !author.isPerson) for (const form of abbreviationsOf(author.name)) words.add(form)
  if (repeats) for (const word of above?.author ?? []) words.add(word)
  return {
    text: paragraph,
    number: numbers.map(Number).find((each) => each > 0) ?? null,
    author: repeats ? (above?.author ?? []) : authorWords,
    words,
    years: [...new Set(Array.from(text.matchAll(/(?<!\d)\d{4}(?!\d)/g), ([year]) => year))].slice(0, 12),
    isDated: dated.test(text),
    published: publishedIn(text),
    lettersAndDigits: lettersAndDigits(text),
  }
}
