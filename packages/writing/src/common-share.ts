const run = 3

/** Words as they are compared: letters and digits; a character is a word in scripts that put no spaces between words. */
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}]+/gu) ?? []

function runsOf(text: string): string[] {
  const words = wordsOf(text)
  const length = Math.min(run, words.length)
  return length === 0 ? [] : words.slice(length - 1).map((_, nth) => words.slice(nth, nth + length).join(' '))
}

/**
 * Which share of a text also stands in another, from 0 to 1: of its runs of three words, how many the other has too. Any two texts of a language
 * share most of their single words, but hardly ever three in a row.
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
