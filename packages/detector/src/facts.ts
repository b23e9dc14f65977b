import type { TextFact } from './detection.ts'

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

/** Markdown, the plain-text formatting of chatbot answers. */
const markdown = [
  /^#{1,6}\s+\S.*/gm,
  /\*\*[^*\n]+\*\*/g,
  /^[ \t]*[-*]\s+\*\*/gm,
  /^```/gm,
  /^[ \t]*\|(?:[^|\r\n\u2028\u2029]+\|){2,}[ \t]*$/gm,
]

const longestExample = 80

const exampleOf = (match: RegExpExecArray) => match[0].trim().slice(0, longestExample)
const byPlace = (one: RegExpExecArray, other: RegExpExecArray) => one.index - other.index

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
  return { kind: 'prompt-echo', count: first ? found.length : 0, value: first ? exampleOf(first) : null }
}

function markdownRemains(text: string): TextFact {
  const matches = markdown.flatMap((pattern) => [...text.matchAll(pattern)])
  const first = matches.toSorted(byPlace)[0]
  return { kind: 'markdown-remains', count: matches.length, value: first ? exampleOf(first) : null }
}

/** What a teacher can see in the text. It never affects the score. */
export function findFacts(text: string): TextFact[] {
  const straight = text.replaceAll('’', "'")
  return [chatSigns(straight), markdownRemains(straight)].filter(({ count }) => count > 0)
}
