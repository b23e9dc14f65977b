import { isDatedEntry } from './entries.ts'
import { abbreviationsOf, folded, nameWords } from './words.ts'

/** A work that the text refers to by its author and, in most styles, the year. */
export interface AuthorCitation {
  /** As it is shown to the teacher: `(Smith, 2019)`. */
  shown: string
  /** Words of the first author, folded; any of them may be in the list. */
  author: string[]
  /** Words of the other authors that are named, for when the first was misread. */
  coauthors: string[]
  /** Null if the text names no year: an undated work, or a style that cites pages. */
  year: string | null
  form: CitationForm
}

/**
 * How a citation is written. What one form looks like in a text tells which of its brackets are citations.
 */
export type CitationForm = 'comma' | 'space' | 'sentence' | 'page'

const maxBracketLength = 400
const maxCitations = 20_000

const brackets = /\(([^()]{3,400})\)/g
/** A year of a span, "2008–2012", is of what was measured. */
const yearOrUndated =
  /(?<![\d/–-])(1[4-9]\d\d|20\d\d)([a-z])?(?![\d\p{L}]|\s?[–-]\s?\d{4})|\b(?:n\. ?d\.|s\. ?d\.|no date|sans date)(?!\p{L})/giu
const indirect = /(?:as )?(?:cited|quoted|qtd\.?|citée?s?|reported|discussed) (?:in|by|dans|par) /gi
const unpublished =
  /personal (?:communication|interview|correspondence)|communication personnelle|entretien|interview|e-?mail|conversation|lecture/i

const lead =
  /^(?:see|also|e\.g\.|i\.e\.|eg|cf\.?|for example|for instance|compare|in|by|from|according to|source|adapted from|after|based on|voir|aussi|par exemple|p\. ?ex\.|selon|d['’]après|dans|as|and|et|&)[,:]? /i
const maxLeads = 4

/** Without `see also` and the like at the beginning. */
function withoutLead(segment: string): string {
  let text = segment.trim()
  for (let nth = 0; nth < maxLeads && lead.test(text); nth++) text = text.replace(lead, '').trimStart()
  return text
}

/**
 * Words that stand in brackets before a year or a number, or before a year in a sentence, without being an
 * author.
 */
const notAuthors = new Set(
  (
    'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec ' +
    'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre ' +
    'spring summer autumn fall winter printemps ete automne hiver monday tuesday wednesday thursday friday saturday sunday ' +
    'figure figures fig figs table tables tableau chapter chapters chapitre section sections part appendix annexe equation eq article articles ' +
    'step question version volume vol page pages line lines act scene acte note box week day year group grade level type stage phase ' +
    'law bill regulation directive treaty agreement convention constitution code statute loi decret reglement ' +
    'genesis exodus matthew mark luke john psalm psalms quran bible since until before after around about circa born died between during ' +
    'approximately roughly nearly over under only total mean average north south east west season episode windows world war covid ' +
    'the this that these those he she it they we who which when where while because although however'
  ).split(' '),
)

/** Verbs that hardly ever follow anything but an author. */
const reportingVerb =
  /^[,]? ?(?:also |further |later |rightly |clearly |notably )?(?:argu|claim|suggest|stat(?:e|ed|es)\b|found\b|finds\b|conclud|report|propos|explain|contend|assert|maintain|point(?:s|ed)? out|not(?:e|es|ed)\b|defin|describ|examin|investigat|observ|write|wrote|believ|emphasi|insist|affirm|montre|soutien|soulign|estim|expliqu|propos|not(?:e|ent)\b|consid|constat|défin|analys|rappell|écri)/iu
const introduces =
  /(?:according to|by|following|see|selon|d['’]après|pour|chez|voir|authors?|researchers?|scholars?|scientists?|chercheurs?|auteurs?)[:,]? *$/i

/** Words that open a sentence before its author: "Similarly, Leslie and Lewis (2003)". */
const connectives = new Set(
  (
    'accordingly additionally afterwards again also although alternatively and another as before besides but consequently conversely despite ' +
    'earlier elsewhere equally even finally first firstly following for further furthermore hence here however importantly in indeed initially ' +
    'instead interestingly later lastly like likewise meanwhile more moreover nevertheless next nonetheless notably now often once others ' +
    'overall recently second secondly similarly since so some specifically still subsequently then thereafter therefore third thirdly though ' +
    'thus together ultimately unlike until when where whereas while with yet ' +
    'ailleurs ainsi apres aussi avant bref cependant certes chez comme contrairement dans depuis desormais donc egalement enfin ensuite finalement ' +
    'inversement mais malgre neanmoins notamment or parallelement parfois plus pourtant puis puisque quand quant recemment selon si surtout ' +
    'tandis toutefois'
  ).split(' '),
)

/**
 * Whether a word opens a sentence rather than a name. Few surnames end in "ly"; those lose nothing, since
 * their co-authors are looked up too.
 */
const opensSentence = (word: string) => connectives.has(folded(word)) || /ly$|ement$/.test(word)

const lowercaseInNames =
  /^(?:and|et|al|&|of|the|for|on|in|de|des|du|la|le|les|l|d|van|von|der|den|ten|ter|da|di|del|della|dos|e|y|und|to|pour|sur|a|à|au|aux|bin|ibn|al-\p{Lu}\p{L}+|el-\p{Lu}\p{L}+|['’])$/u

/**
 * How the text itself is to be cited, which journals print on its first page: "Citation: Smith, J. (2022). …"
 * Without these words it looks like an entry: see `isDatedEntry`.
 */
const ownCitation =
  /^(?:(?:suggested |recommended |how |please )?(?:citation|cite (?:this|as)|to cite)|pour citer)(?!\p{L})/iu

/** The years of prizes stand behind names as those of works do: "Merton and Scholes (1997) for a method". */
const speaksOfPrizes = /\b(?:Nobel|laureates?|lauréate?s?)\b/

/** All author citations of a paragraph. */
export function authorCitations(paragraph: string): AuthorCitation[] {
  if (ownCitation.test(paragraph) || isDatedEntry(paragraph)) return []
  const found: AuthorCitation[] = []
  const namesPrizes = speaksOfPrizes.test(paragraph)
  for (const match of paragraph.matchAll(brackets)) {
    if (found.length > maxCitations) break
    const inside = match[1] ?? ''
    if (namesPrizes && /^\d{4}$/.test(inside)) continue
    if (inside.length > maxBracketLength || unpublished.test(inside)) continue
    const before = paragraph.slice(Math.max(0, match.index - 160), match.index)
    const after = paragraph.slice(match.index + match[0].length, match.index + match[0].length + 40)
    found.push(...citationsInBracket(inside, before, after))
  }
  return found
}

function citationsInBracket(inside: string, before: string, after: string): AuthorCitation[] {
  const pieces = inside.split(indirect)
  const isIndirect = pieces.length > 1
  const last = pieces.at(-1) ?? ''
  if (!isIndirect && /^(?:(?:1[4-9]|20)\d\d[a-z]?|n\. ?d\.|s\. ?d\.)(?=$|[,;:\s/])/i.test(inside))
    return citationsInSentence(inside, before, after)
  return last.split(';').flatMap((segment) => citationsInSegment(withoutLead(segment)))
}

/** `Smith, 2019, 2020a, p. 4`, `Smith 2019, Jones 2020` or `Smith 45`. */
function citationsInSegment(segment: string): AuthorCitation[] {
  const found: AuthorCitation[] = []
  let from = 0
  let authors: ReturnType<typeof readAuthors> = null
  let form: CitationForm = 'comma'
  for (const match of segment.matchAll(yearOrUndated)) {
    const between = segment.slice(from, match.index)
    from = match.index + match[0].length
    const named = between.replace(/^[\s,&:]+/, '').replace(/^(?:and|et|see also|voir aussi) /, '')
    if (/\p{L}/u.test(named)) {
      if (/(?:^|\W)(?:pp?|ch|chap|vol|para|no)\.? *[\divx]/i.test(named)) continue
      form = /,\s*$/.test(between) ? 'comma' : 'space'
      authors = readAuthors(named.replace(/[\s,:]{1,9}$/, ''))
    }
    if (authors === null) continue
    const year = match[1] === undefined ? null : `${match[1]}${match[2] ?? ''}`
    found.push({
      shown: `(${authors.shown}, ${match[0]})`,
      author: authors.words,
      coauthors: authors.others,
      year,
      form,
    })
  }
  return found.length > 0 || from > 0 ? found : citationWithPage(segment)
}

/** MLA cites an author and a page, and often a short title between them. */
function citationWithPage(segment: string): AuthorCitation[] {
  const [, name] =
    /^(\p{L}[^\d,"“”«»]{1,80}?),?(?: ["“«][^"“”«»]{1,100}["”»])?,? (?:pp?\. ?)?\d{1,4}(?:[-–,\s]+\d{1,4}){0,4}$/u.exec(
      segment,
    ) ?? []
  const authors = name === undefined ? null : readAuthors(name)
  return authors === null
    ? []
    : [{ shown: `(${segment})`, author: authors.words, coauthors: authors.others, year: null, form: 'page' }]
}

/** `Smith and Jones (2019)`: the names are before the bracket. */
function citationsInSentence(inside: string, before: string, after: string): AuthorCitation[] {
  const text = before.trimEnd().replace(/['’]s?$/, '')
  const names = namesAtEnd(text)
  if (names === null) return []
  const authors = readAuthors(names)
  if (authors === null) return []
  const isPerson =
    /\bet al\.?$|\set \p{Lu}|\sand \p{Lu}|&|\set (?:ses )?coll/u.test(names) ||
    /['’]s?$/.test(before.trimEnd())
  const isCitation =
    isPerson ||
    reportingVerb.test(after.trimStart()) ||
    introduces.test(text.slice(0, text.length - names.length))
  if (!isCitation || /\b(?:cited|quoted|cité)/.test(after)) return []
  return Array.from(inside.matchAll(yearOrUndated))
    .slice(0, 4)
    .map(([shown, year, letter]) => ({
      shown: `${authors.shown} (${shown})`,
      author: authors.words,
      coauthors: authors.others,
      year: year === undefined ? null : `${year}${letter ?? ''}`,
      form: 'sentence' as const,
    }))
}

/** The longest run of words at the end that can be names: capitalised ones, particles, "and" and "et al." */
function namesAtEnd(text: string): string | null {
  const words = text.split(' ').slice(-9)
  let from = words.length
  while (from > 0) {
    const word = words[from - 1] ?? ''
    const isName = /^['’(]?\p{Lu}/u.test(word) || /^(?:d|l)['’]\p{Lu}/u.test(word)
    if (!isName && !/^(?:and|et|al\.?|&|de|des|du|la|le|van|von|der|den|da|di|del|dos|of)$/.test(word)) break
    // A bracket that opened earlier ends here: "(GeoMLA) and Georganos".
    if (/[()]/.test(word.slice(1))) break
    // A full stop or comma ends what came before, unless it follows an initial or separates authors.
    if (from < words.length && /[.;:?!]$/.test(word) && !/^(?:\p{Lu}\.)+$|^al\.$/u.test(word)) break
    from--
  }
  while (
    from < words.length &&
    !/^['’(]?\p{Lu}|^(?:d|l|de|van|von|der|du|la|le)(?:$|['’])/u.test(words[from] ?? '')
  )
    from++
  const opening = words[from] ?? ''
  if (opening.endsWith(',') && from + 1 < words.length && opensSentence(opening.slice(0, -1))) from++
  const names = words
    .slice(from)
    .join(' ')
    .replace(/^[('’]{1,2}/, '')
    .trim()
  return names === '' ? null : names
}

/** The first author's words and those of the others, or null for what cannot be a list of authors. */
function readAuthors(text: string): { shown: string; words: string[]; others: string[] } | null {
  if (
    text.length > 150 ||
    !/^(?:\p{Lu}|["“]|(?:d|l|de|van|von|der|den|da|di|du|la|le|al-|el-|bin|ibn|ten|ter)[ '’\p{Lu}])/u.test(
      text,
    )
  )
    return null
  if (/["“”«»=<>%/\d]/.test(text)) return null
  const pieces = text.split(/[\s,]+/).filter((piece) => piece !== '')
  if (pieces.length > 16) return null
  const isNameLike = (piece: string) =>
    /^[[('’]?\p{Lu}/u.test(piece) ||
    /^(?:d|l)['’]\p{Lu}/u.test(piece) ||
    lowercaseInNames.test(piece.replace(/\.$/, ''))
  if (!pieces.every(isNameLike)) return null
  // A PDF may lose the space: "Quesadaet al., 2011".
  const [first = ''] = text.split(/,| and | & | et (?!al)|(?:\b|(?<=\p{Ll}{3}))et ?al(?!\p{L})/u)
  const words = nameWords(first)
  if (words.length === 0 || words.some((word) => notAuthors.has(word))) return null
  return {
    shown: text,
    words: [...words, ...abbreviationsOf(first)],
    others: nameWords(text.slice(first.length)),
  }
}

const maxNumbers = 20_000
const maxRange = 60

/** IEEE writes a range as `[3]–[5]`. */
const rangeOfBrackets = /\[(\d{1,3})\]\s?[–—-]\s?\[(\d{1,3})\]/g
const inBrackets = /\[(\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,30})\]/g
/** `[10, pp. 389, 391]` or `[4, Sec. 2]`: the number, then where in the work. */
const withLocator = /\[(\d{1,3}),\s?(?=[^\]]{0,60}\p{L})[^\][]{1,60}\]/gu
const inParentheses = /\((\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,30})\)/g
/** Digits right behind a word or its punctuation: a superscript loses its place when a file is read. */
const superscript = /(?<=\p{Ll}{2}[.,;:!?"”’»)]{0,2})(\d{1,3}(?:[,–-]\d{1,3}){0,10})(?![\d%]|\p{L}|[.,]\d)/gu
const superscriptCharacters = /[⁰¹²³⁴-⁹](?:[⁰¹²³⁴-⁹⁻,–-]{0,30}[⁰¹²³⁴-⁹])?/g
const plainDigits = new Map(Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹', (digit, value) => [digit, String(value)]))

export type NumberForm = 'brackets' | 'parentheses' | 'superscript'

/** The numbers that the paragraphs cite, with how often, by the way they are written. */
export function numberedCitations(paragraphs: readonly string[]): Record<NumberForm, Map<number, number>> {
  const found = {
    brackets: new Map<number, number>(),
    parentheses: new Map<number, number>(),
    superscript: new Map<number, number>(),
  }
  let count = 0
  const add = (form: NumberForm, text: string) => {
    for (const each of expanded(text)) found[form].set(each, (found[form].get(each) ?? 0) + 1)
    count++
  }
  for (const paragraph of paragraphs) {
    if (count > maxNumbers) break
    for (const [, numbers = ''] of paragraph.replace(rangeOfBrackets, '[$1–$2]').matchAll(inBrackets))
      add('brackets', numbers)
    for (const [, number = ''] of paragraph.matchAll(withLocator)) add('brackets', number)
    for (const [, numbers = ''] of paragraph.matchAll(inParentheses)) add('parentheses', numbers)
    for (const [, numbers = ''] of paragraph.matchAll(superscript)) add('superscript', numbers)
    for (const [digits] of paragraph.matchAll(superscriptCharacters)) {
      add(
        'superscript',
        Array.from(digits, (digit) => plainDigits.get(digit) ?? (digit === ',' ? ',' : '-')).join(''),
      )
    }
  }
  return found
}

const severalInBrackets = /\[(\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){1,30})(?:\s?([^\d\s,;–\][-][^\][]{0,60}))?\]/g
const namesInterval =
  /(?:\b(?:intervall?e?s?|ranges?|ranging|domain|domaine|between|entre|bounds?|bounded|limits?|plage|fourchette|clipped|scaled|normali[sz]ed|uniform(?:ly)?|U)|[∈⊂⊆=×~∼])[^.;[\]()]{0,30}\(?$/iu
const unit =
  /^\s?(?:[%‰°℃€$£×]|(?:degrees?|degrés?|percent|per cent|ppm|ppb|bar|bpm|dB|eV|px|pixels?|years?|ans|days?|jours?|hours?|heures?|min(?:utes?)?|seconds?|secondes?|met(?:re|er)s?|mètres?|points?|units?|mol|[µμnmckMGTdh]?(?:m|g|s|A|V|W|J|N|K|L|l|C|F|Hz|Pa|Ω|rad|mol|eV|B))(?![\p{L}\d]))/u

/**
 * Whether numbers in brackets are values or the ends of an interval: apart by semicolons, zero or beyond any
 * list, with a unit, or behind a word that says so.
 */
function isInterval(
  { 1: numbers = '', 2: inside, index, 0: whole }: RegExpExecArray,
  paragraph: string,
  most: number,
): boolean {
  const end = index + whole.length
  return (
    numbers.includes(';') ||
    numbers.split(/[^\d]+/).some((each) => Number(each) === 0 || Number(each) > most) ||
    unit.test(inside ?? paragraph.slice(end, end + 20)) ||
    namesInterval.test(paragraph.slice(Math.max(0, index - 60), index))
  )
}

/**
 * The numbers cited in square brackets that stand apart from the word before them, unlike an index:
 * `array[6]`, `board[8][8]`, and are no interval: `[30; 300] ppm`. No number of the list is above `most`.
 */
export function detachedNumbers(paragraphs: readonly string[], most: number): Set<number> {
  return new Set(
    paragraphs.flatMap((paragraph) => {
      const apart = paragraph.replaceAll(/[\p{L}\p{N}_)](?:\[[^\][]{0,120}\]){1,8}/gu, ' ')
      const intervals = [...apart.matchAll(severalInBrackets)].filter((each) => isInterval(each, apart, most))
      let from = 0
      const parts = intervals.map(({ index, 0: whole }) => {
        const part = apart.slice(from, index)
        from = index + whole.length
        return part
      })
      return [...numberedCitations([[...parts, apart.slice(from)].join(' ')]).brackets.keys()]
    }),
  )
}

/**
 * Every number up to three digits in the paragraphs, and those between the ends of a range: the faintest sign
 * that it is cited.
 */
export function numbersIn(paragraphs: readonly string[]): Set<number> {
  const found = new Set<number>()
  for (const paragraph of paragraphs) {
    const plain = paragraph.replaceAll(/[⁰¹²³⁴-⁹⁻]/g, (character) => plainDigits.get(character) ?? '-')
    for (const [numbers] of plain.matchAll(/(?<!\d)\d{1,3}(?:\s?[–-]\s?\d{1,3})?(?!\d)/g))
      for (const each of expanded(numbers)) found.add(each)
    // Behind a name that ends in a digit, a superscript has run together with it: "NeuroKit211".
    for (const [, digits = ''] of plain.matchAll(/\p{L}(\d{2,5})(?!\d)/gu)) {
      for (let length = 1; length <= Math.min(3, digits.length); length++)
        found.add(Number(digits.slice(-length)))
    }
  }
  return found
}

/** `1, 3–5` stands for 1, 3, 4 and 5. */
function expanded(text: string): number[] {
  return text.split(/[,;]/).flatMap((part) => {
    const [from = 0, to = from] = part.split(/[–-]/).map(Number)
    if (to < from || to - from > maxRange) return [from]
    return Array.from({ length: to - from + 1 }, (_, nth) => from + nth)
  })
}
