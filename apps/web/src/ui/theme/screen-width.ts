import { useMediaQuery } from '@mantine/hooks'

/**
 * Whether the screen is narrower than this, in em. Below the default, 768 px, the sidebar is a drawer and a
 * table row takes two lines.
 */
export function useNarrow(below = 48): boolean {
  return useMediaQuery(`(max-width: ${below - 0.01}em)`, false, { getInitialValueInEffect: false })
}
