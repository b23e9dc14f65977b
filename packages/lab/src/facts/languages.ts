import { franc } from 'franc-min'

/** Shorter texts are guessed too often. */
const leastLetters = 100

const names = new Intl.DisplayNames('en', { type: 'language' })

/** The English name of a text's language; null if it is short or cannot be told. */
export function languageOf(text: string): string | null {
  const code = franc(text, { minLength: leastLetters })
  return code === 'und' ? null : (names.of(code) ?? null)
}
