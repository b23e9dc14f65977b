import { useMediaQuery } from '@mantine/hooks'

/** Whether the screen is at least this wide, in em. */
export function useWide(from: number): boolean {
  return useMediaQuery(`(min-width: ${from}em)`, false, { getInitialValueInEffect: false })
}

/**
 * Whether the screen is narrower than this, in em; always true for Infinity. Below the default, 768 px, the
 * sidebar is a drawer and a table row takes two lines.
 */
export function useNarrow(below = 48): boolean {
  return useMediaQuery(below === Number.POSITIVE_INFINITY ? 'all' : `(max-width: ${below - 0.01}em)`, false, {
    getInitialValueInEffect: false,
  })
}
