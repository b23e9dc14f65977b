import { divided, type Entry, readEntries, startsLikeEntry } from './entries.ts'
import { folded } from './words.ts'

/** A reference list, found with confidence, and the rest of the text. */
export interface ReferenceList {
  entries: Entry[]
  /** Whether it has a heading. A list without one may be a list of something else. */
  isHeaded: boolean
  /**
   * Whether it surely begins where it was found: below its heading, in front of which the text does not break
   * off as misread columns do.
   */
  isWhole: boolean
  /** Paragraphs outside the list, where the citations are. */
  body: string[]
  /**
   * Everything from the list's beginning on, so that a list read too short makes nothing seem to be missing.
   */
  rest: string[]
}

const headings = new Set([
  'reference',
  'references',
  'reference list',
  'references list',
  'list of references',
  'references cited',
  'references and notes',
  'references and bibliography',
  'bibliography',
  'bibliography and references',
  'selected bibliography',
  'select bibliography',
  'works cited',
  'work cited',
  'works cited list',
  'cited works',
  'literature cited',
  'literature',
  'sources',
  'sources cited',
  'list of sources',
  'works consulted',
  'bibliographie',
  'bibliographie et sitographie',
  'bibliographie selective',
  'references bibliographiques',
  'liste des references',
  'liste de references',
  'liste des references bibliographiques',
  'ouvrages cites',
  'ouvrages consultes',
  'oeuvres citees',
  'sources citees',
  'sources et bibliographie',
])

/** Headings of what may follow a reference list. */
const endings =
  /^(?:appendi(?:x|ces)|annexes?|acknowledge?ments?|remerciements|figures?|tables?|glossary|glossaire|footnotes|endnotes|word count|about the author|further reading|cited by|this (?:article|paper) has been cited by)(?!\p{L})/u

const maxHeadingLength = 60
/** UTF-16 units of an entry; prose paragraphs are longer, and no style needs as many. */
const maxEntryLength = 1_500
/** UTF-16 units of the rest of an entry, in a paragraph of its own. */
const maxRestLength = 400
const maxEntries = 1_000
const maxClearLength = 900
/** A list without a heading must be unmistakable. */
const minWithoutHeading = 3
const minEntries = 2

function headingText(paragraph: string): string {
  return folded(paragraph)
    .replace(/^[#*\s]+/, '')
    .replace(/^(?:\d{1,2}|[ivx]{1,5})(?:\.\d{1,2}){0,3}[.)]?\s+/, '')
    .replace(/[\s*:.]{1,9}$/, '')
}

/** "references." is the end of a sentence, or of a comment in a program. */
const endsSentence = /^\p{Ll}.*\.$/u
const isHeading = (paragraph: string) =>
  paragraph.length <= maxHeadingLength &&
  headings.has(headingText(paragraph)) &&
  !endsSentence.test(paragraph)
const isEnding = (paragraph: string) =>
  paragraph.length <= maxHeadingLength && endings.test(headingText(paragraph))

const hasDate =
  /(?<!\d)(?:1\d|2[0-2])\d\d(?!\d)|\b[ns]\. ?d\.|\(n\. ?d\.?\)|https?:|www\.|doi\b|\b(?:forthcoming|in press|no date|sans date)\b|à paraître/i
const isNumbered = (paragraph: string) => /^(?:\[\d{1,3}\]|\(\d{1,3}\)|\d{1,3}[.)]?)\s*\D/.test(paragraph)

const isEntry = (paragraph: string) =>
  paragraph.length >= 25 &&
  paragraph.length <= maxEntryLength &&
  (startsLikeEntry(paragraph) || (isNumbered(paragraph) && hasDate.test(paragraph)))

const maxHeadings = 4
/** The longest heading has five words. */
const wordsOfHeading = 5

/**
 * Where a heading of the list has run together with the text above or the first entry, it gets a paragraph of
 * its own.
 */
function withHeadingsApart(paragraphs: readonly string[]): string[] {
  return paragraphs.flatMap((paragraph, at) => {
    if (paragraph.length <= maxHeadingLength) return [paragraph]
    return headingBehind(paragraph, paragraphs[at + 1] ?? '') ?? headingBefore(paragraph) ?? [paragraph]
  })
}

/** `…as she concludes. References`, with an entry in the next paragraph. */
function headingBehind(paragraph: string, next: string): string[] | null {
  if (!isEntry(next)) return null
  const [, heading = ''] =
    /[.!?”"’)\]] +(\p{Lu}[\p{L} ]{5,50}:?)$/u.exec(paragraph.slice(-maxHeadingLength)) ?? []
  return heading !== '' && isHeading(heading)
    ? [paragraph.slice(0, -heading.length).trimEnd(), heading]
    : null
}

/** `References Smith, J. (2019). …` */
function headingBefore(paragraph: string): string[] | null {
  const words = paragraph.slice(0, 2 * maxHeadingLength).split(' ')
  for (let count = wordsOfHeading; count > 0; count--) {
    const heading = words.slice(0, count).join(' ')
    const entry = paragraph.slice(heading.length + 1)
    if (/^\p{Lu}/u.test(heading) && isHeading(heading) && isEntry(entry) && hasDate.test(entry))
      return [heading, entry]
  }
  return null
}

/**
 * The list below the last heading that entries follow, or at the end of the text. Null if there is none, or
 * none that is clear.
 */
export function findReferenceList(text: readonly string[]): ReferenceList | null {
  const paragraphs = withHeadingsApart(text)
  let tried = 0
  for (let at = paragraphs.length - 2; at >= 0 && tried < maxHeadings; at--) {
    if (!isHeading(paragraphs[at] ?? '')) continue
    const found = listBelow(paragraphs, at)
    if (found) return found
    tried++
  }
  return listAtEnd(paragraphs)
}

/** How many paragraphs in a row may look like anything but an entry; one with a date counts half. */
const maxStrange = 3

function listBelow(paragraphs: readonly string[], heading: number): ReferenceList | null {
  const found: string[] = []
  let kept = 0
  let strange = 0
  let to = heading + 1
  for (
    let at = heading + 1;
    at < paragraphs.length && found.length < maxEntries && strange < maxStrange;
    at++
  ) {
    const paragraph = paragraphs[at] ?? ''
    const pieces = paragraph.length > maxEntryLength ? divided(paragraph) : [paragraph]
    if (isEnding(paragraph) || pieces.some((piece) => piece.length > maxEntryLength)) break
    found.push(...pieces)
    // The rest of an entry that a page break or a short line divided has a paragraph of its own.
    const isRest = paragraph.length <= maxRestLength && hasDate.test(paragraph)
    if (pieces.some(isEntry)) strange = 0
    else strange += isRest ? 0.5 : 1
    if (strange === 0 || isRest) {
      kept = found.length
      to = at + 1
    }
  }
  return listOf(found.slice(0, kept), {
    before: paragraphs.slice(0, heading),
    rest: paragraphs.slice(heading + 1),
    after: paragraphs.slice(to),
    isHeaded: true,
  })
}

/** Entries from the last paragraph upwards; one line such as a word count may follow them. */
function listAtEnd(paragraphs: readonly string[]): ReferenceList | null {
  let to = paragraphs.length
  if (to > 0 && !isEntry(paragraphs[to - 1] ?? '') && (paragraphs[to - 1] ?? '').length <= maxHeadingLength)
    to--
  let from = to
  while (from > 0 && to - from < maxEntries) {
    const last = paragraphs[from - 1] ?? ''
    const above = paragraphs[from - 2] ?? ''
    if (isClearEntry(last)) from--
    // An entry that a page break or a short line divided.
    else if (last.length <= maxRestLength && startsLikeEntry(above) && isClearEntry(`${above} ${last}`))
      from -= 2
    else break
  }
  // A list that continues above in another form was not found completely.
  if (isEntry(paragraphs[from - 1] ?? '')) return null
  const rest = paragraphs.slice(from)
  return listOf(paragraphs.slice(from, to), {
    before: paragraphs.slice(0, from),
    rest,
    after: paragraphs.slice(to),
    isHeaded: false,
  })
}

/**
 * Prose hardly ever begins with a surname and initials, or with a number in brackets, and then names a year.
 */
function isClearEntry(paragraph: string): boolean {
  if (!isEntry(paragraph) || paragraph.length > maxClearLength || !startsLikeEntry(paragraph)) return false
  return hasDate.test(paragraph.slice(0, 500)) || (isNumbered(paragraph) && hasDate.test(paragraph))
}

const breaksOff = /,$/

function listOf(
  listed: readonly string[],
  {
    before,
    rest,
    after,
    isHeaded,
  }: { before: readonly string[]; rest: readonly string[]; after: readonly string[]; isHeaded: boolean },
): ReferenceList | null {
  const clear = listed.filter(isEntry).length
  const dated = listed.filter((paragraph) => hasDate.test(paragraph)).length
  if (
    clear < (isHeaded ? minEntries : minWithoutHeading) ||
    clear < listed.length * 0.4 ||
    dated < listed.length * 0.4
  )
    return null
  const isWhole = isHeaded && !breaksOff.test(before.at(-1) ?? '')
  return { entries: readEntries(listed), isHeaded, isWhole, body: [...before, ...after], rest: [...rest] }
}
