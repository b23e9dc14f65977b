import type { Entry } from './entries.ts'
import { findReferenceList } from './reference-list.ts'
import { withoutInvisible } from './words.ts'

/** A work of a reference list, as far as it can be asked for elsewhere. */
export interface ListedWork {
  /** The whole entry. It is never sent: only the fields below are looked up. */
  entry: string
  doi: string | null
  title: string | null
  /** Family name of the first author, or the name of an organisation, folded. */
  author: string | null
  year: number | null
}

const maxWorks = 200
/** Longer ones may hold more than a reference. */
const maxEntryLength = 900

/** The works of the reference list of a text, each entry once; empty if there is no clear list. */
export function listedWorks(text: string): ListedWork[] {
  const list = findReferenceList(withoutInvisible(text).split('\n\n'))
  const works = (list?.entries ?? []).slice(0, maxWorks).map(workOf)
  return [...new Map(works.map((work) => [work.entry, work])).values()]
}

function workOf(entry: Entry): ListedWork {
  const text = entry.text.slice(0, maxEntryLength).replace(/\s+/g, ' ').trim().toWellFormed()
  const doi = doiOf(text)
  const author = nameOf(entry.author)
  const year = entry.published ?? (entry.years.length === 1 ? Number(entry.years[0]) : null)
  // Without an author and a year it may not be a reference, and no other words of a student may be sent
  // anywhere.
  const isClear = author !== null && year !== null && entry.text.length <= maxEntryLength
  return { entry: text, doi, title: isClear ? titleOf(text) : null, author, year }
}

/** A hyphenated name is in its words as a whole and in parts; the whole alone says the same. */
function nameOf(words: readonly string[]): string | null {
  const parts = words.filter(
    (word) => !words.some((other) => other !== word && other.length > word.length && other.startsWith(word)),
  )
  return (parts.length > 0 ? parts : words).slice(0, 6).join(' ') || null
}

/** A DOI goes on behind a hyphen that ended a line. */
const doiPattern =
  /(?<![\d.])10\.\d{4,9}(?:\.\d{1,9}){0,4}\/(?:[^\s,;<>"“”]|(?<=[-‐])\s(?=[^\s,;<>"“”]{0,40}\d)){1,200}/

function doiOf(text: string): string | null {
  let doi = doiPattern.exec(text)?.[0].replace(/\s/g, '').replaceAll('‐', '-') ?? ''
  // Brackets occur within DOIs, and around them.
  while (
    /[.:'’]$/.test(doi) ||
    (doi.endsWith(')') && !hasPair(doi, '(', ')')) ||
    (doi.endsWith(']') && !hasPair(doi, '[', ']'))
  ) {
    doi = doi.slice(0, -1)
  }
  return /\/./.test(doi) ? doi.toLowerCase() : null
}

const hasPair = (text: string, open: string, close: string) =>
  text.split(open).length >= text.split(close).length

const maxTitleLength = 250
const quoted = [
  /[“"«]\s?([^“”"«»]{10,300}?)[.,]?\s?[”"»]/,
  /(?<![\p{L}\d])[‘']([^‘]{10,300}?)[.,]?[’'](?=[,.;]?\s(?:\p{Lu}|in |\()|[,.;])/u,
]
const titleAfterYear = /\((?:\d{4}[a-z]?)[^()]{0,30}\)[.,:]?\s+(.{10,500})/

/** A person's surname, with its particles. */
const surname = String.raw`(?:(?:\p{Ll}{1,3}['’ ]){0,3}|(?:D[aei]|L[ae]|V[ao]n|Al|El) )\p{Lu}[\p{L}'’‐-]{1,30}(?: \p{Lu}[\p{L}'’‐-]{1,30})?`
/** `A. B. Surname,` or `A. B. Surname and` before the title, as in IEEE. */
const personInitialsFirst = new RegExp(
  String.raw`^(?:and |& |et )?(?:\p{Lu}\.[ -]?){1,4}${surname}(?:,? et al\.)?(?:, | (?=and |& |et ))`,
  'u',
)
/** Only `Surname AB, Surname C` and the like. */
const byline = new RegExp(
  String.raw`^(?:(?:,? ?(?:and |& |et )?${surname}(?:,? (?:\p{Lu}\.?[ -]?){1,3})(?=,|\.|$| and | & | et ))+|.{0,300}\bet al)\.?$`,
  'u',
)

/** The title, wherever the usual styles put it; null if that is unclear. */
function titleOf(text: string): string | null {
  const plain = text.replace(/^(?:\[\d{1,3}\]|\(\d{1,3}\)|\d{1,3}[.)])\s+/, '')
  const quotation = quoted.map((pattern) => pattern.exec(plain)?.[1]).find((found) => found !== undefined)
  const found =
    quotation ??
    titleAfterYear.exec(plain)?.[1]?.split(sentenceEnd)[0] ??
    titleAfterInitials(plain) ??
    titleAfterNames(plain)
  return found === undefined ? null : cleanTitle(found)
}

function titleAfterInitials(text: string): string | undefined {
  let rest = text
  for (let person = 0; person < 30; person++) {
    const [name] = personInitialsFirst.exec(rest) ?? []
    if (name === undefined) break
    rest = rest.slice(name.length)
  }
  return rest === text ? undefined : rest.split(sentenceEnd)[0]
}

/** `Surname, Given. Title.` and `Surname AB, Surname C. Title.` */
function titleAfterNames(text: string): string | undefined {
  return text
    .split(sentenceEnd)
    .slice(1)
    .find((each) => !isByline(each))
}

/** A full stop that ends a sentence and not an initial or an abbreviation. */
const sentenceEnd =
  /(?<!\b\p{Lu}|\bvs|\bSt|\bDr|\bMr|\bvol|\bno)\.\s+|(?<=[?!])\.?\s+(?=\p{Lu})|(?<=\s\p{Lu})\.\s+(?=\p{Lu}\p{Ll}+\s+\p{Ll})/u

/** Whether part of an entry names only authors or the year. */
function isByline(text: string): boolean {
  return /^\(?\d{4}[a-z]?\)?$/.test(text) || /^(?:\p{Lu}\.?[\s,]{0,2}){1,4}$/u.test(text) || byline.test(text)
}

function cleanTitle(text: string): string | null {
  const title = text
    .replace(/\s*\[[^\]]{0,60}\]/g, '')
    .replace(/\s*\((?:\d{1,2}(?:st|nd|rd|th)|\d{1,2}e|2nde|rev|vol)[^()]{0,40}\)/gi, '')
    .replace(/\s*https?:\S{0,300}$/, '')
    .replace(/[\s.,:;]{1,5}$/, '')
    .trim()
    .slice(0, maxTitleLength)
  return title.length >= 10 && title.split(' ').length >= 2 ? title.toWellFormed() : null
}
