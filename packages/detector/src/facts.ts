import type { TextFact } from './detection.ts'

/**
 * Sentences that chatbots write to the user, left when an answer is copied whole. A line may only begin with spaces: matching line breaks
 * too would restart at each of a million empty lines.
 */
const echoes = [
  /\bas an? (?:ai|artificial intelligence)(?: language)? model\b/gi,
  /\bas a large language model\b/gi,
  /^[ \t]*(?:certainly|sure|of course|absolutely)[!,.]\s+here(?:'s| is| are)\b/gim,
  /^[ \t]*here(?:'s| is) (?:a|an|the|your) (?:[\w-]+ ){0,6}(?:essay|draft|version|paragraph|response|summary|outline)\b[^.\n]{0,80}:[ \t]*$/gim,
  /\bregenerate response\b/gi,
  /\bmy (?:knowledge|training)(?: data)? (?:cut-?off|only goes)\b/gi,
  /\b(?:would you like me to|let me know if you(?:'d| would) like me to|feel free to ask (?:me )?if)\b/gi,
  /\bi(?:'m| am) (?:sorry|unable)[,]? but (?:as an ai|i (?:cannot|can't) (?:fulfil|assist|provide))/gi,
  /\[(?:your|student|teacher|professor|course|insert)[^\]\n]{0,40}\]/gi,
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

function find(text: string, patterns: readonly RegExp[]): { count: number; value: string | null } {
  const found = patterns.flatMap((pattern) => [...text.matchAll(pattern)])
  const first = found.toSorted((a, b) => a.index - b.index)[0]
  return { count: found.length, value: first === undefined ? null : first[0].trim().slice(0, longestExample) }
}

/** What a teacher can see in the text. It never affects the score. */
export function findFacts(text: string): TextFact[] {
  const straight = text.replaceAll('’', "'")
  return [
    { kind: 'prompt-echo' as const, ...find(straight, echoes) },
    { kind: 'markdown-remains' as const, ...find(straight, markdown) },
  ].filter(({ count }) => count > 0)
}
