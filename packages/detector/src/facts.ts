import type { TextFact } from './detection.ts'
import { findDisguise } from './text/disguise.ts'
import { commentsIn } from './text/program-comments.ts'

/** Something that chatbots write to the user, left when an answer is copied whole. */
interface Sign {
  /** People write the others in letters and templates too, so they only confirm what one of these shows. */
  isTelling: boolean
  patterns: readonly RegExp[]
}

/**
 * A line may only begin with spaces: matching line breaks too would restart at each of a million empty lines.
 */
const signs: readonly Sign[] = [
  {
    isTelling: true,
    patterns: [
      /\bas an? (?:ai|artificial intelligence)(?: language)? model, i\b/gi,
      /\bas a large language model, i\b/gi,
      /\bi(?:'m| am) (?:sorry|unable)[,]? but (?:as an ai|i (?:cannot|can't) (?:fulfil|assist with that))/gi,
      /\bmy (?:knowledge cut-?off|training data (?:only goes|goes up))\b/gi,
    ],
  },
  {
    isTelling: true,
    patterns: [
      /^[ \t]*(?:certainly|sure|of course|absolutely)[!,.]\s+here(?:'s| is| are)\b/gim,
      /^[ \t]*here(?:'s| is) (?:an?|your) (?:[\w-]+ ){0,6}(?:essay|draft|version|paragraph|response|summary|outline)\b[^.\n]{0,80}:[ \t]*$/gim,
    ],
  },
  { isTelling: true, patterns: [/^[ \t]*(?:regenerate response|chatgpt said:|you said:)[ \t]*$/gim] },
  {
    isTelling: false,
    patterns: [
      /\b(?:would you like me to|let me know if you(?:'d| would) like me to|feel free to ask (?:me )?if)\b/gi,
    ],
  },
  { isTelling: false, patterns: [/\[(?:Your [A-Z]|Insert )[^\]\n]{0,40}\]/g] },
]

/** Markdown, the plain-text formatting of chatbot answers, beside headings and bold text. */
const markdown = [
  /^[ \t]*[-*][ \t]+\*\*(?![\s*])/gm,
  /^```/gm,
  /^[ \t]*\|(?:[^|\r\n\u2028\u2029]+\|){2,}[ \t]*$/gm,
]

const heading = /^#{1,6}[ \t]+\S.*/gm
/** Text between two pairs of stars. The second pair may also be the first of the next. */
const betweenStars = /\*\*[^*\n]+(?=\*\*)/g

/** Headings, but no comments of a program. */
function headingsIn(text: string): Place[] {
  const found = [...text.matchAll(heading)]
  const comments = found.length > 0 ? commentsIn(text) : new Set<number>()
  return found.filter(({ index }) => !comments.has(index))
}

/**
 * Bold text. Stars of significance (`.44** .31**`) and operators (`x**2`) follow a number, a name or a
 * quotation mark, or have a space behind them.
 */
function boldIn(text: string): Place[] {
  return [...text.matchAll(betweenStars)]
    .map(({ index, 0: opened }) => ({ index, 0: `${opened}**` }))
    .filter(
      ({ index, 0: bold }) =>
        !/[\p{L}\p{N}*_.,;:!?)\]%'‘"“`]/u.test(text.charAt(index - 1)) &&
        !/[\s.,;:!?)\]]/.test(bold.charAt(2)) &&
        !/[\s(]/.test(bold.charAt(bold.length - 3)) &&
        !/[\p{L}\p{N}*]/u.test(text.charAt(index + bold.length)),
    )
}

/** What was found, and where. */
type Place = Pick<RegExpExecArray, 0 | 'index'>

const longestExample = 80

const factOf = (kind: TextFact['kind'], count: number, first?: Place): TextFact => ({
  kind,
  name: null,
  count,
  value: first ? first[0].trim().slice(0, longestExample) : null,
})
const byPlace = (one: Place, other: Place) => one.index - other.index

/**
 * The matches, in order, that do not stand in quotation marks or a quoted line: quoting a chat is no remains
 * of one.
 */
function unquoted(text: string, matches: readonly RegExpExecArray[]): RegExpExecArray[] {
  let at = 0
  let depth = 0
  let isStraightOpen = false
  let isQuotedLine = false
  return matches.toSorted(byPlace).filter(({ index }) => {
    for (; at < index; at++) {
      const mark = text[at]
      if (mark === '\n') {
        depth = 0
        isStraightOpen = false
        isQuotedLine = false
      } else if (mark === '“' || mark === '«') depth++
      else if (mark === '”' || mark === '»') depth = Math.max(0, depth - 1)
      else if (mark === '"') isStraightOpen = !isStraightOpen
      else if (mark === '>' && (at === 0 || text[at - 1] === '\n')) isQuotedLine = true
    }
    return depth === 0 && !isStraightOpen && !isQuotedLine
  })
}

/** How many different signs of a chat a text has, none unless one of them is telling. */
function chatSigns(text: string): TextFact {
  const found = signs.flatMap(({ isTelling, patterns }) => {
    const [first] = unquoted(
      text,
      patterns.flatMap((pattern) => [...text.matchAll(pattern)]),
    )
    return first === undefined ? [] : [{ isTelling, first }]
  })
  const telling = found.filter(({ isTelling }) => isTelling).map(({ first }) => first)
  const first = telling.toSorted(byPlace)[0]
  return factOf('prompt-echo', first ? found.length : 0, first)
}

function markdownRemains(text: string): TextFact {
  const matches = [
    ...headingsIn(text),
    ...boldIn(text),
    ...markdown.flatMap((pattern): Place[] => [...text.matchAll(pattern)]),
  ]
  return factOf('markdown-remains', matches.length, matches.toSorted(byPlace)[0])
}

/** What a teacher can see in the text. It never affects the score. */
export function findFacts(text: string): TextFact[] {
  const { invisible, lookAlike } = findDisguise(text)
  const straight = text.replaceAll('’', "'")
  return [
    factOf('invisible-characters', invisible),
    factOf('look-alike-letters', lookAlike),
    chatSigns(straight),
    markdownRemains(straight),
  ].filter(({ count }) => count > 0)
}
