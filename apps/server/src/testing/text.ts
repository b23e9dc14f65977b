const nouns = ['river', 'harbour', 'teacher', 'garden', 'letter', 'market', 'winter', 'mountain', 'window', 'story']

/** Sentences with exactly so many words, always the same ones. */
export function prose(words: number): string {
  const all = Array.from({ length: words }, (_, i) => `${nouns[(i * 7) % nouns.length]}${i % 11 === 10 ? '.' : ''}`)
  return `${all.join(' ')}.`
}
