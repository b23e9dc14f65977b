import { essay, paragraphsOf } from '../packages/extract/fixtures/prose.ts'

const words = paragraphsOf(essay).join(' ').split(' ')

/**
 * A text of the given number of words from the fixtures' essay, starting at a different place for every
 * `nth`.
 */
export function textOf(count: number, nth: number): string {
  const from = (nth * 37) % words.length
  return Array.from({ length: count }, (_, i) => words[(from + i) % words.length]).join(' ')
}
