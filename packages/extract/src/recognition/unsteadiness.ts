import type { RecognisedLine } from './engine.ts'

/** Letters that stand on the line in every usual font. */
const standing = /^[abcdehiklmnorstuvwxzA-IK-PR-Z]$/
/** Of these, those without anything above. */
const small = /^[acemnorsuvwxz]$/
/** Letters on each side that show where the line is: the line of a curved page is straight over so few. */
const neighbours = 4
/** Occurrences that show how a letter stands. */
const fewest = 5
/** Fewer letters say nothing. */
const fewestLetters = 100
/** Share of the letters to believe: specks beside a letter stretch its box. */
const believed = 0.7
/** What the grid of pixels explains by itself, in pixels. */
const gridNoise = 0.2

/**
 * How far the same letter stands above or below the line from one time to the next, on average and as a share of the height of small letters.
 * A printer sets a letter at the same height each time, a hand does not. Null where there are too few letters to tell.
 */
export function unsteadinessOf(lines: readonly RecognisedLine[]): number | null {
  const offsets = new Map<string, number[]>()
  const heights: number[] = []
  for (const { words, baseline } of lines) {
    const slope = (baseline.y1 - baseline.y0) / Math.max(1, baseline.x1 - baseline.x0)
    const letters = words.flatMap((word) => word.letters).filter(({ text }) => standing.test(text))
    const bottoms = letters.map(({ box }) => box.y1 - slope * (box.x0 + box.x1) * 0.5)
    for (const [nth, { text, box }] of letters.entries()) {
      if (small.test(text)) heights.push(box.y1 - box.y0)
      const around = bottoms.slice(Math.max(0, nth - neighbours), nth + neighbours + 1)
      if (around.length <= neighbours) continue
      const seen = offsets.get(text) ?? []
      seen.push((bottoms[nth] ?? 0) - median(around))
      offsets.set(text, seen)
    }
  }
  const strayed: number[] = []
  for (const seen of offsets.values()) {
    if (seen.length < fewest) continue
    const usual = median(seen)
    strayed.push(...seen.map((offset) => Math.abs(offset - usual)))
  }
  const height = median(heights)
  if (strayed.length < fewestLetters || height <= 0) return null
  const steadiest = strayed.sort((one, other) => one - other).slice(0, Math.ceil(strayed.length * believed))
  const mean = steadiest.reduce((sum, each) => sum + each, 0) / steadiest.length
  return Math.max(0, mean - gridNoise) / height
}

function median(values: readonly number[]): number {
  // Not `toSorted`: Node 20 lacks it while it makes the snapshot that children start from.
  const ordered = [...values].sort((one, other) => one - other)
  return ordered[Math.floor(ordered.length / 2)] ?? 0
}
