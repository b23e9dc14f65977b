const wordsIn = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu

export function countWords(text: string): number {
  return text.match(wordsIn)?.length ?? 0
}

/** Up to a full stop that belongs to no title and is followed by a space. */
const sentence =
  /[\s\S]+?(?:(?<!\b(?:Mr|Mrs|Ms|Dr|St|Prof|Capt|Sr|Jr|[A-Z]))[.!?…]+["'”’)\]*_]*(?=\s|$)\s*|$)/gu

/** Stretches of at most `limit` words that end with a sentence, the first `count` of them. */
export function stretches(text: string, limit: number, count: number): string[] {
  const out: string[] = []
  let current = ''
  let words = 0
  for (const [part] of text.matchAll(sentence)) {
    const length = countWords(part)
    if (words + length > limit && words > 0) {
      out.push(current.trim())
      if (out.length === count) return out
      current = ''
      words = 0
    }
    current += part
    words += length
  }
  if (current.trim() !== '') out.push(current.trim())
  return out.slice(0, count)
}

const english = new Set(
  'the a an and or but of to in on at for with from by as is was were be been had have has he she it they i you we his her their my your that this not no so if when then there what who all would could'.split(
    ' ',
  ),
)

const past =
  /^(was|were|had|went|said|came|saw|got|took|told|knew|thought|found|felt|began|ran|left|made|woke|\w{3,}ed)$/

/** Why a text is not taken, or null. */
export function problemOf(text: string, shortLines: boolean): string | null {
  const words = (text.match(wordsIn) ?? []).map((word) => word.toLowerCase())
  if (words.length < 100) return 'short'
  if (words.filter((word) => english.has(word)).length < words.length * 0.28) return 'not English'
  if ((text.match(/[{}<>;=|\\/#]/g)?.length ?? 0) > text.length * 0.01) return 'markup'
  if ((text.match(/ [.,!?](?=\s)/g)?.length ?? 0) > 3) return 'tokens'
  if (!shortLines && isVerse(text)) return 'verse'
  if (sexual.test(text)) return 'sexual'
  return null
}

/** Most lines are short and end without the end of a sentence. */
function isVerse(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const open = lines.filter((line) => line.length < 200 && !/[.!?…:"'”’*)—-]\s*$/u.test(line))
  return lines.length >= 5 && open.length > lines.length * 0.4
}

/** Writing that nobody sets at school and that some archives hold. */
const sexual =
  /\b(cock|cum|cunt|pussy|clit|orgasm\w*|blowjob|erection|nipples?|moaned into|thrust(?:ing)? into (?:her|him)|rape[ds]?)\b/i

/** A tale of something that happened, by an opening that is no letter and by its verbs. */
export function isNarrative(text: string): boolean {
  if (
    /^\s*(dear|hi|hello|to:|from:|subject|report|introduction|\d)/i.test(text) ||
    /\b(yours (sincerely|faithfully)|best wishes|in my opinion|in conclusion|to sum up|on the other hand|advantages)\b/i.test(
      text,
    )
  )
    return false
  const words = (text.match(wordsIn) ?? []).map((word) => word.toLowerCase())
  return words.filter((word) => past.test(word)).length >= words.length * 0.085
}
