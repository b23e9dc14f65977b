const letters = 'abcdefghijklmnopqrstuvwxyz'

/** One typing error: two letters swapped, one lost, one doubled, or one replaced. */
export function typo(word: string, random: () => number): string {
  if (word.length < 3) return word
  const at = Math.floor(random() * (word.length - 1))
  const kind = Math.floor(random() * 4)
  if (kind === 0) return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
  if (kind === 1) return word.slice(0, at) + word.slice(at + 1)
  if (kind === 2) return word.slice(0, at) + word.charAt(at) + word.slice(at)
  return word.slice(0, at) + letters.charAt(Math.floor(random() * letters.length)) + word.slice(at + 1)
}
