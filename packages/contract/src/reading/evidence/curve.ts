import type { MarkedParagraph, Strength } from './passages.ts'

/** A sentence's position in the document: start and end as fractions of its length, 0…1. */
export interface Step {
  from: number
  to: number
  /** 0…1; null leaves a gap. */
  score: number | null
  strength: Strength | null
}

/** A paragraph's position in the document. */
export interface Stop {
  number: number
  from: number
  to: number
  score: number | null
}

/** Positions sentences and paragraphs by their length in characters. */
export function curveOf(paragraphs: readonly MarkedParagraph[]): { steps: Step[]; stops: Stop[] } {
  const lengths = paragraphs.map(({ sentences }) => sentences.reduce((sum, { characters }) => sum + characters, 0))
  const whole = Math.max(
    1,
    lengths.reduce((sum, length) => sum + length, 0),
  )
  const steps: Step[] = []
  const stops: Stop[] = []
  let at = 0
  for (const { number, score, sentences } of paragraphs) {
    const start = at
    for (const sentence of sentences) {
      const from = at / whole
      at += sentence.characters
      steps.push({ from, to: at / whole, score: sentence.score, strength: sentence.strength })
    }
    stops.push({ number, from: start / whole, to: at / whole, score })
  }
  return { steps, stops }
}

/** The steps as an SVG path: `across` by `up` units, higher scores higher. A sentence without a score breaks the line. */
export function pathOf(steps: readonly Step[], across: number, up: number): string {
  let path = ''
  let drawing = false
  for (const { from, to, score } of steps) {
    if (score === null) {
      drawing = false
      continue
    }
    const y = ((1 - score) * up).toFixed(1)
    path += `${drawing ? 'L' : 'M'}${(from * across).toFixed(1)} ${y}H${(to * across).toFixed(1)}`
    drawing = true
  }
  return path
}

/** Merges neighbouring steps of the same strength, for the bars beneath the line. */
export function markedStretches(steps: readonly Step[]): { from: number; to: number; strength: Strength }[] {
  const stretches: { from: number; to: number; strength: Strength }[] = []
  for (const { from, to, strength } of steps) {
    if (strength === null) continue
    const last = stretches.at(-1)
    if (last && last.strength === strength && last.to === from) last.to = to
    else stretches.push({ from, to, strength })
  }
  return stretches
}
