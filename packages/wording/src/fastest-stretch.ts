import type { WritingSummary } from '@penmark/contract'
import { formatDuration } from './arrival.ts'

type Stretch = NonNullable<WritingSummary['fastest_stretch']>

interface StretchWording {
  text: (key: `fastest.${Stretch['pieces']}`, values: { characters: string; duration: string }) => string
  characters: (count: number) => string
  language: string
}

/** What a stretch that nobody types says, the same on the page and in the PDF; empty without one. */
export function fastestStretchSentence(
  // A case keeps summaries of the time before this was measured.
  { fastest_stretch }: Partial<Pick<WritingSummary, 'fastest_stretch'>>,
  { text, characters, language }: StretchWording,
): string {
  if (!fastest_stretch) return ''
  const { duration_ms, pieces } = fastest_stretch
  return text(`fastest.${pieces}`, {
    characters: characters(fastest_stretch.characters),
    // "Within" holds only for what is rounded up.
    duration: formatDuration(language, Math.ceil(duration_ms / 1_000) * 1_000),
  })
}
