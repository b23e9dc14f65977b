import { hashText, normalise } from '@penmark/detector/lab'

const size = 4

/** How often every sequence of four characters occurs, per character; digits count as one. */
export function gramCounts(text: string): Map<number, number> {
  const plain = normalise(text).text.replace(/\d/g, '0').replace(/\s+/g, ' ')
  const counts = new Map<number, number>()
  for (let i = 0; i + size <= plain.length; i++) {
    const gram = hashText(plain.slice(i, i + size), 4)
    counts.set(gram, (counts.get(gram) ?? 0) + 1 / plain.length)
  }
  return counts
}

/** The sequences that most texts contain. */
export function commonGrams(texts: readonly { grams: ReadonlyMap<number, number> }[], count: number): number[] {
  const containing = new Map<number, number>()
  for (const { grams } of texts) for (const gram of grams.keys()) containing.set(gram, (containing.get(gram) ?? 0) + 1)
  return [...containing]
    .sort(([gramA, a], [gramB, b]) => b - a || gramA - gramB)
    .slice(0, count)
    .map(([gram]) => gram)
}
