import { functionWords } from '../features/token-facts.ts'
import { lookAlike } from './confusables.ts'
import { invisible, withoutInvisible } from './words.ts'

/**
 * Signs that a text was disguised: characters that stand inside Latin words where no writing system or
 * program puts them.
 */
export interface Disguise {
  /** Invisible characters. */
  invisible: number
  /** Letters of another script. */
  lookAlike: number
}

const plainAscii = /^[\t\n\r\x20-\x7e]*$/

export function findDisguise(text: string): Disguise {
  if (plainAscii.test(text)) return { invisible: 0, lookAlike: 0 }
  return { invisible: countInvisible(text), lookAlike: countLookAlikes(withoutInvisible(text)) }
}

const separator = /[^\S\ufeff]+/u
/** Programs let long addresses and names of files break with zero-width spaces. */
const address = /[/@\\_]|\.\p{L}/u
const insideWord = new RegExp(
  `(\\p{Script=Latin})\\p{M}{0,4}((?:${invisible.source})+)(?=(\\p{Script=Latin}))`,
  'gu',
)
const emojiTags = /\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?[\u{e0020}-\u{e007f}]+/gu
/** Where a character stands so much more often beside words than inside them, a program put it there. */
const mostBesideWords = 2
const tags = /[\u{e0000}-\u{e007f}]/gu

/**
 * Joiners belong to Persian and Indic words, marks of direction to Hebrew and Arabic, variation selectors to
 * emoji, and zero-width spaces show Thai or an address where to break. None of that lies between two Latin
 * letters.
 */
function countInvisible(text: string): number {
  const spelled = text.replace(emojiTags, '').match(tags)?.length ?? 0
  if (!invisible.test(text)) return spelled
  const inside = new Map<string, number>()
  for (const token of text.split(separator)) {
    if (!invisible.test(token) || address.test(withoutInvisible(token))) continue
    for (const [, before = '', hidden = '', after = ''] of token.matchAll(insideWord)) {
      if (isTypography(before, hidden, after)) continue
      for (const character of hidden.replace(tags, ''))
        inside.set(character, (inside.get(character) ?? 0) + 1)
    }
  }
  // Google Docs puts one wherever the formatting changes: mostly between words, and now and then inside one.
  const counts = [...inside].filter(
    ([character, count]) => text.split(character).length - 1 < count * (1 + mostBesideWords),
  )
  return counts.reduce((sum, [, count]) => sum + count, spelled)
}

/**
 * Places to hyphenate a word, to break a name such as `readFile`, and to keep two letters from joining as in
 * the German "Auflage".
 */
function isTypography(before: string, hidden: string, after: string): boolean {
  if (/^\u00ad+$/.test(hidden)) return true
  if (/^\u200b$/.test(hidden) && /\p{Ll}/u.test(before) && /\p{Lu}/u.test(after)) return true
  return hidden === '\u200c' && /[ft]/i.test(before) && /[bfhijklt]/i.test(after)
}

const scripts = new Map<string, RegExp>([
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Georgian', /\p{Script=Georgian}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
])
const foreign =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Cherokee}]/u
const latin = /\p{Script=Latin}/u
const words = /\p{L}[\p{L}\p{M}]*/gu

/** Fewer words, or fewer different ones, are slips of a keyboard that was set to another alphabet. */
const leastWords = 5
const leastDifferentWords = 3
/**
 * A text with so many words of its own in a script, by disguised word, was written by somebody who writes
 * that script.
 */
const ownWordsShare = 0.25

interface ForeignWords {
  /** Words of this script alone that are no imitation. */
  own: number
  disguised: { word: string; letters: number }[]
}

/**
 * Letters of other scripts that stand for Latin ones in Latin words, again and again. Letters of the Latin
 * alphabet are never counted, whatever they look like: they are names (ı, ł) or phonetics (ɑ, ɪ).
 */
function countLookAlikes(text: string): number {
  if (!foreign.test(text)) return 0
  const plain = new Set<string>()
  const found = new Map<string, ForeignWords>(
    [...scripts.keys()].map((name) => [name, { own: 0, disguised: [] }]),
  )
  let latinLetters = 0
  let foreignLetters = 0
  for (const [word] of text.matchAll(words)) {
    const letters = Array.from(word).filter((character) => /\p{L}/u.test(character))
    const isForeign = letters.map((letter) => foreign.test(letter))
    const strangers = letters.filter((_, nth) => isForeign[nth])
    const latins = letters.filter((letter) => latin.test(letter)).length
    latinLetters += latins
    foreignLetters += strangers.length
    if (strangers.length === 0) {
      plain.add(word.toLowerCase())
      continue
    }
    const script = scriptOf(strangers[0] ?? '')
    const entry = found.get(script)
    if (!entry) continue
    const imitations = strangers.map((letter) => lookAlike(letter.codePointAt(0) ?? 0))
    if (latins === 0 && letters.length > 2 && imitations.includes(undefined)) entry.own++
    if (latins === 0 || latins + strangers.length < letters.length || imitations.includes(undefined)) continue
    const folded = letters
      .map((letter, nth) => (isForeign[nth] ? lookAlike(letter.codePointAt(0) ?? 0) : letter))
      .join('')
    entry.disguised.push({ word: folded.toLowerCase(), letters: strangers.length })
  }
  if (foreignLetters > latinLetters) return 0
  const disguised = [...found].flatMap(([script, entry]) => {
    const kept = entry.disguised.filter(({ word }) => isLatinWord(word, script, plain))
    return entry.own > kept.length * ownWordsShare ? [] : kept
  })
  const different = new Set(disguised.map(({ word }) => word)).size
  if (disguised.length < leastWords || different < leastDifferentWords) return 0
  return disguised.reduce((sum, { letters }) => sum + letters, 0)
}

function scriptOf(letter: string): string {
  for (const [name, pattern] of scripts) if (pattern.test(letter)) return name
  return ''
}

/**
 * Greek letters are symbols that science joins to Latin ones (TNFα, αs), so a word with them must also be
 * known without them.
 */
function isLatinWord(word: string, script: string, plain: ReadonlySet<string>): boolean {
  if (script !== 'Greek') return word.length > 2 || functionWords.has(word)
  return word.length > 2 && (functionWords.has(word) || plain.has(word))
}
