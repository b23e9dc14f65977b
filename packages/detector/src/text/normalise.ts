import { lookAlike } from './confusables.ts'
import { invisible } from './words.ts'

/**
 * A text in one normal form. `map[i]` is the UTF-16 offset in the original of unit `i` of `text`;
 * `map[text.length]` is the original's length. A null map means identity.
 */
export interface Normalised {
  text: string
  map: Uint32Array | null
}

const plainAscii = /^[\t\n\r\x20-\x7e]*$/
const mark = /\p{M}/u
const space = /\s/
const emoji = /\p{Extended_Pictographic}/u
const letter = /\p{L}/u
const latin = /\p{Script=Latin}/u

/** The visible characters of a text, each with its combining marks and its offset. */
interface Clusters {
  sources: string[]
  positions: number[]
}

const folded = new Map<string, string>([
  ['\u2018', "'"],
  ['\u2019', "'"],
  ['\u201a', "'"],
  ['\u201b', "'"],
  ['\u02bc', "'"],
  ['\u00b4', "'"],
  ['\u2032', "'"],
  ['\u201c', '"'],
  ['\u201d', '"'],
  ['\u201e', '"'],
  ['\u201f', '"'],
  ['\u00ab', '"'],
  ['\u00bb', '"'],
  ['\u2033', '"'],
  ['\u2010', '-'],
  ['\u2011', '-'],
  ['\u2012', '\u2014'],
  ['\u2013', '\u2014'],
  ['\u2014', '\u2014'],
  ['\u2015', '\u2014'],
  ['\u2212', '-'],
  ['\u00a0', ' '],
  ['\u2028', '\n'],
  ['\u2029', '\n'],
  ['\u0085', '\n'],
  ['\u2026', '...'],
])

function clusters(text: string): Clusters {
  const sources: string[] = []
  const positions: number[] = []
  // Kept for the last cluster, because searching all of it for every mark that joins it would take quadratic
  // time.
  let isEmoji = false
  let hasSpace = true
  let joined = false
  const join = (source: string): void => {
    sources[sources.length - 1] += source
    isEmoji ||= emoji.test(source)
    hasSpace ||= space.test(source)
  }
  for (let at = 0; at < text.length; ) {
    const source = String.fromCodePoint(text.codePointAt(at) ?? 0)
    const position = at
    at += source.length
    const isAscii = source.charCodeAt(0) < 0x80
    if (!isAscii) {
      if (invisible.test(source)) {
        // A joiner or variation selector inside an emoji is part of it, not something hidden.
        if (isEmoji) {
          join(source)
          joined = true
        }
        continue
      }
      if ((mark.test(source) || joined) && !hasSpace) {
        join(source)
        joined = false
        continue
      }
    }
    joined = false
    sources.push(source)
    positions.push(position)
    isEmoji = !isAscii && emoji.test(source)
    hasSpace = space.test(source)
  }
  return { sources, positions }
}

/**
 * Combining marks beyond a letter's first 32. Normalising sorts a letter's marks in quadratic time; no script
 * needs more than 30 (Unicode TR 15, Stream-Safe Text), so further marks are normalised one by one.
 */
const surplusMarks = /(?<=\p{M}{32})(\p{M}+)/u

function fold(source: string): string {
  const known = folded.get(source)
  if (known !== undefined) return known
  if (source.length === 1 && source.charCodeAt(0) < 0x80) return source
  if (source.length <= 32) return source.normalize('NFKC')
  return source
    .split(surplusMarks)
    .map((piece, nth) =>
      nth % 2 === 0 ? piece.normalize('NFKC') : Array.from(piece, (mark) => mark.normalize('NFKC')).join(''),
    )
    .join('')
}

/**
 * Replaces look-alike letters in words that mix scripts and, if the text is Latin, in words of nothing else.
 */
function replaceLookAlikes(parts: string[]): void {
  let latinLetters = 0
  let others = 0
  let mixedWords = 0
  const words: { from: number; to: number; latin: boolean; allLookAlike: boolean; nonLatin: number }[] = []
  for (let i = 0; i < parts.length; i++) {
    if (!letter.test(parts[i] as string)) continue
    const word = { from: i, to: i, latin: false, allLookAlike: true, nonLatin: 0 }
    for (; i < parts.length && letter.test(parts[i] as string); i++) {
      const part = parts[i] as string
      const imitates = lookAlike(part.codePointAt(0) ?? 0) !== undefined
      if (latin.test(part) && !imitates) {
        word.latin = true
        latinLetters++
      } else {
        word.nonLatin++
        others++
        if (!imitates) word.allLookAlike = false
      }
    }
    word.to = i
    if (word.nonLatin > 0) {
      words.push(word)
      if (word.latin && word.allLookAlike) mixedWords++
    }
  }
  const latinText = latinLetters > others || mixedWords > 5
  for (const word of words) {
    const length = word.to - word.from
    if (!word.allLookAlike || !(word.latin || (latinText && (length > 1 || mixedWords > 2)))) continue
    for (let i = word.from; i < word.to; i++) {
      const latinLetter = lookAlike((parts[i] as string).codePointAt(0) ?? 0)
      if (latinLetter === undefined) continue
      parts[i] = latinLetter
    }
  }
}

/**
 * Folds compatibility forms, quotes and dashes, removes invisible characters, replaces look-alike letters.
 * Line breaks stay.
 */
export function normalise(original: string): Normalised {
  if (plainAscii.test(original)) return { text: original, map: null }
  const { sources, positions } = clusters(original)
  const parts = sources.map(fold)
  const nonLatin = parts.some((part) => part.charCodeAt(0) > 0xff && letter.test(part))
  if (nonLatin) replaceLookAlikes(parts)
  const text = parts.join('')
  const map = new Uint32Array(text.length + 1)
  let out = 0
  for (let i = 0; i < parts.length; i++) {
    for (let k = 0; k < (parts[i] as string).length; k++) map[out++] = positions[i] as number
  }
  map[out] = original.length
  return { text, map }
}
