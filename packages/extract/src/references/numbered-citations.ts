const mostNumbers = 20_000
const widestRange = 60

const inBrackets = /\[(\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,30})\]/g
const inParentheses = /\((\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,30})\)/g
/** Digits right behind a word or its punctuation: a superscript loses its place when a file is read. */
const raised = /(?<=\p{Ll}{2}[.,;:!?"”’»)]{0,2})(\d{1,3}(?:[,–-]\d{1,3}){0,10})(?![\d%]|\p{L}|[.,]\d)/gu
const superscripts = /[⁰¹²³⁴-⁹](?:[⁰¹²³⁴-⁹⁻,–-]{0,30}[⁰¹²³⁴-⁹])?/g
const plainDigits = new Map(Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹', (digit, value) => [digit, String(value)]))

export type NumberForm = 'brackets' | 'parentheses' | 'raised'

/** The numbers that the paragraphs cite, with how often, by the way they are written. */
export function numberedCitations(paragraphs: readonly string[]): Record<NumberForm, Map<number, number>> {
  const found = { brackets: new Map<number, number>(), parentheses: new Map<number, number>(), raised: new Map<number, number>() }
  let count = 0
  const add = (form: NumberForm, text: string) => {
    for (const each of expanded(text)) found[form].set(each, (found[form].get(each) ?? 0) + 1)
    count++
  }
  for (const paragraph of paragraphs) {
    if (count > mostNumbers) break
    for (const [, numbers = ''] of paragraph.matchAll(inBrackets)) add('brackets', numbers)
    for (const [, numbers = ''] of paragraph.matchAll(inParentheses)) add('parentheses', numbers)
    for (const [, numbers = ''] of paragraph.matchAll(raised)) add('raised', numbers)
    for (const [raisedDigits] of paragraph.matchAll(superscripts)) {
      add('raised', Array.from(raisedDigits, (digit) => plainDigits.get(digit) ?? (digit === ',' ? ',' : '-')).join(''))
    }
  }
  return found
}

/** `1, 3–5` stands for 1, 3, 4 and 5. */
function expanded(text: string): number[] {
  return text.split(/[,;]/).flatMap((part) => {
    const [from = 0, to = from] = part.split(/[–-]/).map(Number)
    if (to < from || to - from > widestRange) return [from]
    return Array.from({ length: to - from + 1 }, (_, nth) => from + nth)
  })
}
