const run = 3

/**
 * Words as they are compared: letters and digits. In scripts without spaces between words, each character is
 * a word.
 */
const wordsOf = (text: string) =>
  text.toLowerCase().match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}]+/gu) ?? []

function runsOf(text: string): string[] {
  const words = wordsOf(text)
  const length = Math.min(run, words.length)
  return length === 0 ? [] : words.slice(length - 1).map((_, nth) => words.slice(nth, nth + length).join(' '))
}

/**
 * The share of a text that is also in another, 0…1: how many of its sequences of three words the other
 * contains too. Any two texts in the same language share most of their words, but hardly ever three in a row.
 */
export function commonShare(text: string, other: string): number {
  const left = new Map<string, number>()
  for (const words of runsOf(other)) left.set(words, (left.get(words) ?? 0) + 1)
  const runs = runsOf(text)
  let common = 0
  for (const words of runs) {
    const count = left.get(words) ?? 0
    if (count === 0) continue
    left.set(words, count - 1)
    common++
  }
  return runs.length === 0 ? 0 : common / runs.length
}
