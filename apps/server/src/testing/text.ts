const nouns = [
  'river',
  'harbour',
  'teacher',
  'garden',
  'letter',
  'market',
  'winter',
  'mountain',
  'window',
  'story',
]
const links = ['and the', 'of the', 'with the', 'that is not'].map((words) => words.split(' '))

/** Words that no other text has. */
export const uniqueWords = (name: string, words: number) =>
  Array.from({ length: words }, (_, nth) => `${name}${'abcdefghij'[nth % 10]}${nth}x`).join(' ')

/** Sentences with exactly this many words, always the same, with enough common English words. */
export function prose(words: number): string {
  const all: string[] = []
  for (let i = 0; all.length < words; i += 1)
    all.push(nouns[(i * 7) % nouns.length] ?? '', ...(links[i % links.length] ?? []))
  return `${all
    .slice(0, words)
    .map((word, i) => (i % 11 === 10 ? `${word}.` : word))
    .join(' ')}.`
}
