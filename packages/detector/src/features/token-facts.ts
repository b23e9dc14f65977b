import { hashText } from './hash.ts'

/** Words that carry grammar rather than topic; they keep their own form in a word's shape. */
export const functionWords: ReadonlySet<string> = new Set(
  (
    'a about above across after again against all almost along already also although always am among an and another any anyone anything ' +
    'are around as at away back be because become been before being below between both but by can cannot could did do does doing done ' +
    'down during each either else enough even ever every everyone everything far few first for from further get give go had has have ' +
    'having he her here hers herself him himself his how however i if in indeed instead into is it its itself just least less like many ' +
    'may me might mine more most much must my myself near nearly neither never nevertheless no nobody none nor not nothing now of off ' +
    'often on once one only onto or other others our ours ourselves out over own perhaps quite rather really same several she should ' +
    'since so some somebody someone something sometimes soon still such than that the their theirs them themselves then there therefore ' +
    'these they this those though through thus to together too toward towards under until up upon us very was way we well were what ' +
    'whatever when where whether which while who whole whom whose why will with within without would yes yet you your yours yourself'
  ).split(' '),
)

/** Facts about a token, as bits. */
export const fact = {
  sentenceEnd: 1,
  comma: 2,
  semicolon: 4,
  dash: 8,
  quote: 16,
  bracket: 32,
  exclamation: 64,
  contraction: 128,
  functionWord: 256,
  word: 512,
  number: 1024,
} as const

/** Seed of the hash of a word in lower case. */
export const wordSeed = 2166136261
const shapeSeed = 0x9747b28c
const suffixes = [
  'tion',
  'sion',
  'ment',
  'ness',
  'ance',
  'ence',
  'able',
  'ible',
  'ity',
  'ing',
  'ous',
  'ive',
  'ful',
  'ize',
  'ise',
  'ism',
  'ist',
  'less',
  'ed',
  'ly',
  'al',
  'er',
  'or',
  'est',
  's',
]
const marks = new Map<string, number>([
  ['.', fact.sentenceEnd],
  ['!', fact.sentenceEnd | fact.exclamation],
  ['?', fact.sentenceEnd | fact.exclamation],
  [',', fact.comma],
  [';', fact.semicolon],
  [':', fact.semicolon],
  ['—', fact.dash],
  ['"', fact.quote],
  ['(', fact.bracket],
  [')', fact.bracket],
  ['[', fact.bracket],
  [']', fact.bracket],
])

/** Tokens as numbers: hashes of the word and of its shape, facts, and length in letters (at most 40). */
export interface TokenFacts {
  size: number
  words: Uint32Array
  shapes: Uint32Array
  facts: Uint16Array
  lengths: Uint8Array
  /** Tokens since the same word last occurred; 65535 where it is new. */
  since: Uint16Array
}

const neverBefore = 65535

/**
 * The shape of a content word: its ending, else whether it is long or short. Spelling and topic are dropped.
 */
function shapeOf(word: string): string {
  for (const suffix of suffixes)
    if (word.length > suffix.length + 2 && word.endsWith(suffix)) return `a-${suffix}`
  return word.length > 8 ? 'a~L' : word.length < 4 ? 'a~S' : 'a'
}

/** The hash that words of a shape have in `TokenFacts.shapes`. */
export const shapeHash = (shape: string): number => hashText(shape, shapeSeed)

/** Letters are lower-cased here; case is never a feature. */
export function tokenFacts(tokens: readonly string[]): TokenFacts {
  const size = tokens.length
  const words = new Uint32Array(size)
  const shapes = new Uint32Array(size)
  const facts = new Uint16Array(size)
  const lengths = new Uint8Array(size)
  const since = new Uint16Array(size)
  const last = new Map<number, number>()
  for (let i = 0; i < size; i++) {
    const token = (tokens[i] as string).toLowerCase()
    const hash = hashText(token, wordSeed)
    words[i] = hash
    since[i] = Math.min(neverBefore, i - (last.get(hash) ?? Number.NEGATIVE_INFINITY))
    last.set(hash, i)
    const first = token.charCodeAt(0)
    if ((first >= 97 && first <= 122) || first > 0x2100 || (first >= 0xaa && first < 0x2000)) {
      const grammatical = functionWords.has(token)
      const quote = token.indexOf("'")
      const possessive = quote > 0 && token.endsWith("'s")
      let bits: number = fact.word
      if (grammatical) bits |= fact.functionWord
      if (quote > 0 && !possessive) bits |= fact.contraction
      facts[i] = bits
      lengths[i] = Math.min(40, token.length)
      shapes[i] = hashText(grammatical ? token : shapeOf(possessive ? token.slice(0, -2) : token), shapeSeed)
    } else {
      facts[i] = first === 35 ? fact.number : (marks.get(token) ?? 0)
      shapes[i] = hashText(token, shapeSeed)
    }
  }
  return { size, words, shapes, facts, lengths, since }
}
