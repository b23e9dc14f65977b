import type { ExtractedFact } from '../extraction/extraction.ts'
import {
  type AuthorCitation,
  authorCitations,
  type CitationForm,
  detachedNumbers,
  type NumberForm,
  numberedCitations,
  numbersIn,
} from './citations.ts'
import { type Entry, withoutNumber } from './entries.ts'
import { malformedIdentifiers } from './identifiers.ts'

import { findReferenceList, type ReferenceList } from './reference-list.ts'
import { folded, lettersAndDigits, nameWords, withoutInvisible } from './words.ts'

/** Rows of one kind; whoever sees twenty looks at the list itself. */
const maxPerKind = 20
const maxShownLength = 240
const maxDistinct = 2_000
/**
 * Share of the citations that must be in the list before any is said to be missing: below it, the list was
 * probably misread.
 */
const minMatchedShare = 0.6
const minMatched = 2

const factOf = (
  kind: ExtractedFact['kind'],
  name: string,
  value: string | null,
  count: number | null,
): ExtractedFact => ({
  kind,
  name,
  value: value === null ? null : value.toWellFormed(),
  count,
})

const shortened = (text: string) =>
  text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength).trimEnd()}…`

/** What a comparison of the citations with the list says. Null if it would not be reliable. */
interface Comparison {
  unlisted: ExtractedFact[]
  uncited: Entry[]
  /** An entry as it is shown: its number belongs to it only where the text cites numbers. */
  shown(entry: Entry): string
}

/**
 * What a teacher can check in the references of a text, given the current year. Nothing where the text has no
 * clear list. A misread list must never become a reproach: a citation counts as listed, and an entry as
 * cited, by the faintest trace of it.
 */
export function referenceFacts(text: string, year: number): ExtractedFact[] {
  const list = findReferenceList(withoutInvisible(text).split('\n\n'))
  if (list === null) return []
  const { entries } = list
  const compared = comparedByNumber(list) ?? comparedByAuthor(list)
  // Films and events are listed with their years too; only the citations tell references from them.
  if (compared === null && !list.isHeaded) return []
  const bounded = (facts: ExtractedFact[]) => facts.slice(0, maxPerKind)
  return [
    factOf('reference-list', compared ? 'compared' : 'not-compared', null, entries.length),
    ...bounded(compared?.unlisted ?? []),
    ...bounded(
      (compared?.uncited ?? []).map((entry) =>
        factOf('uncited-reference', 'entry', shortened(compared?.shown(entry) ?? ''), null),
      ),
    ),
    ...bounded(impossibleYears(entries, year)),
    ...bounded(identifierFacts(entries, year)),
    ...bounded(repeated(entries)),
  ]
}

/** Numbers in the text against the numbers of the list. Null if the text does not cite by numbers. */
function comparedByNumber({ entries, body, rest }: ReferenceList): Comparison | null {
  const isNumbered = entries.every(({ number }, nth) => number === nth + 1)
  // Word keeps the numbers of a numbered list outside its text; then the order counts, if every entry is
  // clearly one.
  if (!isNumbered && entries.some(({ number, author }) => number !== null || author.length === 0)) return null
  const found = numberedCitations(body)
  // Enumerations and years look like the other forms.
  const forms = isNumbered ? (['brackets', 'parentheses', 'superscript'] as const) : (['brackets'] as const)
  const form = forms.find((each: NumberForm) => {
    const listed = [...found[each].keys()].filter((number) => number >= 1 && number <= entries.length).length
    return listed >= minMatched && listed >= entries.length * (each === 'brackets' ? 0.6 : 0.75)
  })
  if (form === undefined) return null
  const cited = found[form]
  const mark = (number: number) => (form === 'brackets' ? `[${number}]` : `(${number})`)
  const whole = `\n${rest.join('\n')}`.slice(0, maxSearched)
  const isNowhere = (number: number) =>
    [`\n${number}.`, `\n${number})`, `\n${number} `, ` ${number}. `, `[${number}]`, `[${number} `].every(
      (mark) => !whole.includes(mark),
    )
  // Only a list that shows its own numbers shows where it ends, and in a text about code most brackets are
  // indexes.
  const most = entries.length * 1.5 + 2
  const detached = isNumbered ? detachedNumbers(body, most) : new Set<number>()
  const areCitations =
    [...detached].filter((number) => number >= 1 && number <= entries.length).length >= entries.length * 0.6
  const beyond = [...cited].filter(
    ([number]) =>
      areCitations && detached.has(number) && number > entries.length && number <= most && isNowhere(number),
  )
  // Digits behind a word can be anything; only as a sign that an entry is cited are they good enough.
  const unlisted =
    form !== 'brackets'
      ? []
      : beyond.map(([number, count]) => factOf('unlisted-citation', 'no-entry', mark(number), count))
  // Superscripts and brackets of other kinds are easily misread, so any number of the text counts as a
  // citation.
  const traces = form === 'brackets' ? cited : numbersIn(body)
  // Where a PDF raises its numbers, they are lost, and the name before them is left: "in Blades and Broman
  // ,".
  const named = capitalisedWords(body)
  const asAuthors = new Set(
    Array.from(body.join('\n').matchAll(nameAsAuthor), ([, name = '']) => nameWords(name)).flat(),
  )
  const isNamed = ({ text }: Entry) =>
    [...capitalisedWords([authorsOf(text)])].some(
      (word) => (word.length > 3 && named.has(word)) || asAuthors.has(word),
    )
  return {
    unlisted,
    shown: ({ text }) => text,
    uncited: entries.filter((entry, nth) => !cited.has(nth + 1) && !traces.has(nth + 1) && !isNamed(entry)),
  }
}

/**
 * What stands before the title of an entry, where its quotation marks or a full stop behind a word begin it.
 */
const authorsOf = (text: string) => text.slice(0, 120).split(/["“«]|(?<=\p{Ll}{2})[.:] /u, 1)[0] ?? ''

/** Short names are words, too; only what follows shows that they are names: "Tu et al (2008)". */
const nameAsAuthor = /(?<!\p{L})(\p{Lu}[\p{L}'’-]{1,40})(?: et ?al(?!\p{L})|,? \(\d{4}[a-z]?\))/gu

/** Only capitalised words: many a surname is an ordinary word too. */
const capitalisedWords = (paragraphs: readonly string[]) =>
  new Set(nameWords((paragraphs.join('\n').match(/(?<![\p{L}])\p{Lu}[\p{L}'’-]{0,40}/gu) ?? []).join(' ')))

/** Names and years in the text against those of the list. Null if too few of them are found there. */
function comparedByAuthor({ entries, body, rest, isWhole }: ReferenceList): Comparison | null {
  const citations = distinct(body.flatMap(authorCitations))
  const index = indexOf(entries, rest)
  const isListed = ({ author, coauthors, year }: AuthorCitation) =>
    year === null
      ? author.some((word) => index.words.has(word))
      : [...author, ...coauthors].some((word) => index.dated.has(`${word} ${year.slice(0, 4)}`))
  const listed = citations.filter(({ citation }) => isListed(citation))
  const missing = citations.filter(({ citation }) => !isListed(citation))
  const matchedForms = new Set<CitationForm>(
    (['comma', 'space', 'sentence', 'page'] as const).filter(
      (form) => listed.filter(({ citation }) => citation.form === form).length >= minMatched,
    ),
  )
  const unmatched = missing.filter(({ citation }) => matchedForms.has(citation.form))
  // "Eye and Mind (1964)" is a title: what the text also writes in lower case need not be a name.
  const ordinary = new Set(
    nameWords(
      body.flatMap((paragraph) => paragraph.match(/(?<!\p{L})\p{Ll}{2,30}(?!\p{L})/gu) ?? []).join(' '),
    ),
  )
  const isTitle = ({ author, coauthors }: AuthorCitation) =>
    [...author, ...coauthors].every((word) => ordinary.has(word))
  const matched = listed.length
  if (matched < minMatched || matched < (matched + unmatched.length) * minMatchedShare) return null
  const claims = (isWhole ? unmatched : []).flatMap(({ citation, count }) => {
    const place = reasonFor(citation, index)
    return place === 'unclear' || isTitle(citation) ? [] : [{ citation, count, place }]
  })
  // One slip is one claim: a work that is cited with another year is not also uncited.
  const withOtherYear = new Set(
    claims.filter(({ place }) => place === 'other-year').flatMap(({ citation }) => citation.author),
  )
  const uncited = uncitedByAuthor(entries, body, {
    citations: citations.map(({ citation }) => citation),
    // MLA and other styles name a year by chance.
    usesYears: listed.filter(({ citation }) => citation.year !== null).length >= entries.length / 2,
  })
  return {
    unlisted: claims.map(({ citation, count, place }) =>
      factOf('unlisted-citation', place, citation.shown, count),
    ),
    shown: ({ text }) => withoutNumber(text),
    uncited: uncited.filter(({ words }) => ![...withOtherYear].some((word) => words.has(word))),
  }
}

interface ListIndex {
  words: Set<string>
  /** `smith 2019` for every word and year of the same entry. */
  dated: Set<string>
  /** Words of the first authors. */
  authors: Set<string>
  /** All words of entries without a year, whose own a PDF may have lost. */
  undated: Set<string>
  /** The text of the list, folded. */
  searched: string
  lettersAndDigits: string
}

const maxSearched = 200_000

const yearsIn = (text: string) =>
  [...new Set(Array.from(text.matchAll(/(?<![\d/.–-])(?:1\d|20)\d\d(?![\d–-])/g), ([year]) => year))].slice(
    0,
    12,
  )

/** The first paragraphs, up to so many UTF-16 units. */
function boundedTo(paragraphs: readonly string[], most: number): string[] {
  let left = most
  return paragraphs.filter((paragraph) => {
    left -= paragraph.length
    return left >= 0
  })
}

function indexOf(entries: readonly Entry[], rest: readonly string[]): ListIndex {
  const searched = boundedTo(rest, maxSearched)
  const restWords = searched.map((paragraph) => nameWords(paragraph))
  return {
    words: new Set([...entries.flatMap(({ words }) => [...words]), ...restWords.flat()]),
    dated: new Set([
      ...entries.flatMap(({ words, years }) =>
        years.flatMap((year) => [...words].map((word) => `${word} ${year}`)),
      ),
      // Below what was read as the list, and where an entry lies across two paragraphs.
      ...searched.flatMap((paragraph, nth) => {
        const own = yearsIn(paragraph)
        const years = own.length > 0 ? own : yearsIn(searched[nth + 1] ?? '')
        return years.flatMap((year) => (restWords[nth] ?? []).map((word) => `${word} ${year}`))
      }),
    ]),
    authors: new Set(entries.flatMap(({ author }) => author)),
    undated: new Set(entries.flatMap(({ isDated, words }) => (isDated ? [] : [...words]))),
    searched: folded(searched.join('\n')),
    lettersAndDigits: lettersAndDigits(rest.join('').slice(0, maxSearched)),
  }
}

/** Why a citation was not found: its author is nowhere in the list, or only with another year. */
function reasonFor(
  { author, shown, year }: AuthorCitation,
  { authors, undated, words, searched, lettersAndDigits: whole }: ListIndex,
): 'no-entry' | 'other-year' | 'unclear' {
  // The list may give an organisation's full name.
  if (/^\(?\p{Lu}{2,8}(?!\p{L})/u.test(shown)) return 'unclear'
  if (author.some((word) => undated.has(word))) return 'unclear'
  if (year !== null && author.some((word) => authors.has(word)))
    return isNear(author, year.slice(0, 4), searched) ? 'unclear' : 'other-year'
  const isNamed = author.some(
    (word) =>
      words.has(word) ||
      (word.length > 3 && whole.includes(word)) ||
      isAlmostIn(word, words) ||
      beginsAsOneOf(word, words),
  )
  return isNamed ? 'unclear' : 'no-entry'
}

/** Lines of two columns that a PDF mixed: an entry and its neighbour. */
const nearLength = 500

/** Whether a year follows a name of the list within an entry or two. */
function isNear(names: readonly string[], year: string, list: string): boolean {
  return names.some((name) => {
    for (let at = list.indexOf(name); at >= 0; at = list.indexOf(name, at + name.length)) {
      if (list.slice(at, at + nearLength).includes(year)) return true
    }
    return false
  })
}

/** Whether a word begins with one of the list: a PDF may have lost the space behind a name. */
function beginsAsOneOf(word: string, words: Set<string>): boolean {
  for (let length = 5; length < word.length; length++) if (words.has(word.slice(0, length))) return true
  return false
}

/** Whether the list has a word that differs in one letter. */
function isAlmostIn(word: string, words: Set<string>): boolean {
  if (word.length < 4 || word.length > 20) return false
  for (let at = 0; at < word.length; at++) {
    const before = word.slice(0, at)
    const after = word.slice(at + 1)
    if (words.has(before + after) || words.has(before + after.slice(0, 1) + word.charAt(at) + after.slice(1)))
      return true
    for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
      if (words.has(before + letter + after) || words.has(before + letter + word.slice(at))) return true
    }
  }
  return false
}

/** Each work once, with how often it is cited. */
function distinct(citations: readonly AuthorCitation[]): { citation: AuthorCitation; count: number }[] {
  const found = new Map<string, { citation: AuthorCitation; count: number }>()
  for (const citation of citations) {
    const key = `${citation.author.join(' ')} ${citation.form === 'page' ? 'page' : (citation.year ?? 'undated')}`
    const same = found.get(key)
    if (same) same.count++
    else if (found.size < maxDistinct) found.set(key, { citation, count: 1 })
  }
  return [...found.values()]
}

const pairOfNames = /(?<!\p{L})\p{Lu}[\p{L}'’-]{1,40} (?:and|et|&) \p{Lu}[\p{L}'’-]{1,40}/gu

/** Whatever stands around it: `Harris (1954) theorizes`, `(W3C, 2021)`. */
const nameAndYear = /(?<![\p{L}\d])(\p{Lu}[\p{L}\d'’-]{1,40}),? [([]?(\d{4})(?!\d)/gu
/** The key of a program for references: `cracknell_census_2014`, `harris1954`. */
const keyOfEntry = /(?<![\p{L}\d_:-])([\p{L}_:-]{3,80})(\d{4})(?!\d)/gu

/** The title behind the year, if two words or more: `Studio. 2010. Night Trains II. [disk].` */
const titleBehindYear = /(?<!\d)\(?\d{4}[a-z]?\)?[.,:]? +["“‘]?(\p{L}[^.?!()[\]"”]{7,200})/u

/** Words with a space around each, to find one title in a text. */
const spaced = (text: string) => ` ${(folded(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `

const namesWithDigits = (text: string) =>
  folded(text).match(/(?<![\p{L}\d])\p{L}+\d+\p{L}+(?![\p{L}\d])/gu) ?? []

/** Games, films and standards are often cited by their titles. */
function isTitleIn({ text }: Entry, words: string): boolean {
  const title = spaced(titleBehindYear.exec(text.slice(0, 600))?.[1] ?? '')
  return /\S \S/.test(title) && words.includes(title)
}

/** Entries whose first author the text never names, or cites with other years alone. */
function uncitedByAuthor(
  entries: readonly Entry[],
  body: readonly string[],
  { citations, usesYears }: { citations: readonly AuthorCitation[]; usesYears: boolean },
): Entry[] {
  const text = body.join('\n')
  const named = capitalisedWords(body)
  const years = new Set(Array.from(text.matchAll(/(?<!\d)\d{4}(?!\d)/g), ([year]) => year))
  // "the Diebold and Yilmaz method": a list may have put their names in another order.
  const pairs = Array.from(text.matchAll(pairOfNames), ([pair]) => nameWords(pair))
  const namedWithYear = new Set(
    [...text.matchAll(nameAndYear), ...text.matchAll(keyOfEntry)].flatMap(([, name = '', year = '']) =>
      [folded(name), ...nameWords(name)].map((word) => `${word} ${year}`),
    ),
  )
  const searched = spaced(text)
  return entries.filter((entry) => {
    const { author, published, years: own } = entry
    if (author.length === 0 || isTitleIn(entry, searched)) return false
    const words = new Set([...entry.words, ...namesWithDigits(entry.text)])
    // An entry that begins with its title is cited by an author who stands behind it.
    const ofAuthor = citations.filter((citation) => citation.author.some((word) => words.has(word)))
    if (ofAuthor.some(({ year }) => year === null || own.includes(year.slice(0, 4)))) return false
    // In a list whose works have years, an entry without one is the beginning or the end of another.
    if (usesYears && own.length === 0) return false
    if (own.some((year) => [...words].some((word) => namedWithYear.has(`${word} ${year}`)))) return false
    if (pairs.some((pair) => pair.length > 1 && pair.every((word) => words.has(word)))) return false
    const short = [...words].some(
      (word) => word.length <= 6 && !author.includes(word) && named.has(word) && author.length > 1,
    )
    const isNamed =
      short || author.some((word) => named.has(word) || (word.length > 5 && isAlmostIn(word, named)))
    return (
      !isNamed ||
      (usesYears && ofAuthor.length > 0 && published !== null && !own.some((year) => years.has(year)))
    )
  })
}

/** Printing with movable type began about 1450; next year's dates appear on works in press. */
function impossibleYears(entries: readonly Entry[], year: number): ExtractedFact[] {
  const isPossible = (each: number) => each >= 1450 && each <= year + 1
  return entries.flatMap(({ published, years, text }) => {
    // An entry with a possible year has it somewhere: the other number is an issue, a page or part of a
    // title.
    if (published === null || isPossible(published) || years.some((each) => isPossible(Number(each))))
      return []
    return [
      factOf(
        'impossible-year',
        published < 1450 ? 'before-printing' : 'future',
        shortened(`${published}: ${text}`),
        null,
      ),
    ]
  })
}

function identifierFacts(entries: readonly Entry[], year: number): ExtractedFact[] {
  const found = entries.flatMap(({ text }) => malformedIdentifiers(text, year))
  return [...new Map(found.map((each) => [`${each.name} ${each.value}`, each])).values()].map(
    ({ name, value }) => factOf('malformed-identifier', name, value, null),
  )
}

/** Shorter entries may be equal by chance. */
const minRepeatedLength = 60

function repeated(entries: readonly Entry[]): ExtractedFact[] {
  const counts = new Map<string, { entry: Entry; count: number }>()
  for (const entry of entries.filter(
    ({ author, lettersAndDigits: letters }) => author.length > 0 && letters.length >= minRepeatedLength,
  )) {
    const same = counts.get(entry.lettersAndDigits)
    if (same) same.count++
    else counts.set(entry.lettersAndDigits, { entry, count: 1 })
  }
  return [...counts.values()]
    .filter(({ count }) => count > 1)
    .map(({ entry, count }) => factOf('repeated-reference', 'entry', shortened(entry.text), count))
}
