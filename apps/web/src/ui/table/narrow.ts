import { useMediaQuery } from '@mantine/hooks'

/** Below 768 px: the sidebar is a drawer and a table row takes two lines. */
export function useNarrow(): boolean {
  return useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
}
