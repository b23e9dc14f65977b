/**
 * Numbers of tokens for the encoder. A word that the encoder does not know becomes a class: its ending, else
 * whether it is long or short, each for words with and without a capital. Encoders were trained on these
 * numbers, so the order must not change.
 */
const endings =
  'tion sion ment ness ance ence able ible ity ing ous ive ful ize ise ism ist less ed ly al er or est s'.split(
    ' ',
  )
const special = ['<pad>', '<mask>', '<cls>']
const classes = [
  ...special,
  ...endings.map((ending) => `<-${ending}>`),
  ...endings.map((ending) => `<-${ending}>^`),
  '<long>',
  '<short>',
  '<mid>',
  '<Long>',
  '<Short>',
  '<Mid>',
  '<sym>',
]
const numberOfClass = new Map(classes.map((name, i) => [name, i]))

/** The number of classes; words are numbered from here on. */
export const classCount = classes.length

const letter = /^\p{L}/u
const capital = /^\p{Lu}/u

function classOf(token: string, word: string): string {
  if (!letter.test(token)) return '<sym>'
  const isCapital = capital.test(token)
  const ending = endings.find((one) => word.length > one.length + 2 && word.endsWith(one))
  if (ending !== undefined) return isCapital ? `<-${ending}>^` : `<-${ending}>`
  if (word.length > 8) return isCapital ? '<Long>' : '<long>'
  if (word.length < 4) return isCapital ? '<Short>' : '<short>'
  return isCapital ? '<Mid>' : '<mid>'
}

/** The words that an encoder knows, in order. */
export class Vocabulary {
  readonly words: readonly string[]
  readonly #numbers: ReadonlyMap<string, number>

  constructor(words: readonly string[]) {
    this.words = words
    // A word that looks like a class is read as a sign.
    this.#numbers = new Map(
      words.map((word, i) => [word, classCount + i] as const).filter(([word]) => !word.startsWith('<')),
    )
  }

  /** One number for each token, as `read` returns them. */
  numbersOf(tokens: readonly string[]): Int32Array {
    return Int32Array.from(tokens, (token) => this.#numberOf(token))
  }

  #numberOf(token: string): number {
    const word = token.toLowerCase()
    return this.#numbers.get(word) ?? (numberOfClass.get(classOf(token, word)) as number)
  }
}
