import type { Operators } from './reader/operators.ts'

/** Letters that are shown at once with a space, on average and in all, where it sets letters apart. */
const minAverage = 3.5
const minLetters = 6
/**
 * Thousandths of the font size by which letters are moved towards or from each other; a longer way begins
 * another run.
 */
const maxKerning = 100

/**
 * The spaces between characters that set letters apart, as layouts for dyslexia and some headings have them.
 * Other programs justify lines with such spaces: they set one for two or three characters between which a
 * word ends.
 */
export function letterSpaces({ fnArray, argsArray }: Operators, OPS: Record<string, number>): Set<number> {
  const shown = new Map<number, { letters: number; runs: number }>()
  const saved: number[] = []
  let space = 0
  fnArray.forEach((operator, nth) => {
    const found = argsArray[nth]
    const first: unknown = Array.isArray(found) ? found[0] : undefined
    if (operator === OPS.save) saved.push(space)
    else if (operator === OPS.restore) space = saved.pop() ?? space
    else if (operator === OPS.setCharSpacing) space = typeof first === 'number' ? first : 0
    else if (operator === OPS.showText && space > 0 && Array.isArray(first)) {
      const counts = shown.get(space) ?? { letters: 0, runs: 0 }
      shown.set(space, counts)
      counts.letters += first.filter((glyph) => typeof glyph === 'object' && glyph !== null).length
      counts.runs +=
        1 + first.filter((glyph) => typeof glyph === 'number' && Math.abs(glyph) > maxKerning).length
    }
  })
  const setsLettersApart = ({ letters, runs }: { letters: number; runs: number }) =>
    letters >= minLetters && letters >= runs * minAverage
  return new Set([...shown].filter(([, counts]) => setsLettersApart(counts)).map(([found]) => found))
}
