import type { MarkedParagraph, Strength } from './passages.ts'

/** A sentence's position in the document: start and end as fractions of its length, 0…1. */
export interface CurveSegment {
  from: number
  to: number
  /** 0…1; null leaves a gap. */
  score: number | null
  strength: Strength | null
}

/** A paragraph's position in the document. */
export interface ParagraphRange {
  number: number
  from: number
  to: number
  score: number | null
}

/** Positions sentences and paragraphs by their length in characters. */
export function curveOf(paragraphs: readonly MarkedParagraph[]): {
  segments: CurveSegment[]
  paragraphRanges: ParagraphRange[]
} {
  const lengths = paragraphs.map(({ sentences }) =>
    sentences.reduce((sum, { characters }) => sum + characters, 0),
  )
  const total = Math.max(
    1,
    lengths.reduce((sum, length) => sum + length, 0),
  )
  const segments: CurveSegment[] = []
  const paragraphRanges: ParagraphRange[] = []
  let at = 0
  for (const { number, score, sentences } of paragraphs) {
    const start = at
    for (const sentence of sentences) {
      const from = at / total
      at += sentence.characters
      segments.push({ from, to: at / total, score: sentence.score, strength: sentence.strength })
    }
    paragraphRanges.push({ number, from: start / total, to: at / total, score })
  }
  return { segments, paragraphRanges }
}

/**
 * The segments as an SVG path of this size, higher scores higher. A sentence without a score breaks the line.
 */
export function pathOf(segments: readonly CurveSegment[], width: number, height: number): string {
  let path = ''
  let drawing = false
  for (const { from, to, score } of segments) {
    if (score === null) {
      drawing = false
      continue
    }
    const y = ((1 - score) * height).toFixed(1)
    path += `${drawing ? 'L' : 'M'}${(from * width).toFixed(1)} ${y}H${(to * width).toFixed(1)}`
    drawing = true
  }
  return path
}

/** Merges neighbouring segments of the same strength, for the bars beneath the line. */
export function markedStretches(
  segments: readonly CurveSegment[],
): { from: number; to: number; strength: Strength }[] {
  const stretches: { from: number; to: number; strength: Strength }[] = []
  for (const { from, to, strength } of segments) {
    if (strength === null) continue
    const last = stretches.at(-1)
    if (last && last.strength === strength && last.to === from) last.to = to
    else stretches.push({ from, to, strength })
  }
  return stretches
}
