import type { Detection, Span } from '@penmark/detector'
import { type Reading, read } from '@penmark/detector/lab'

export type PlacedSentence = Reading['paragraphs'][number]['sentences'][number] & Span

/** The sentences of a detection with their places and words in the text, which a result does not state. */
export function placedSentences(text: string, { results }: Pick<Detection, 'results'>): PlacedSentence[] {
  const spans = results.flatMap((paragraph) => paragraph.spans)
  const places = read(text).paragraphs.flatMap(({ sentences }) => sentences)
  return places.map((place, nth) => ({ ...place, ...(spans[nth] as Span) }))
}
