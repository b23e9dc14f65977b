import type { Report, ReportSpan, ScoreEvidence, StyleReading } from '@penmark/contract'
import type { Formatters } from './formatters.ts'

/** Sentences shown for each direction. */
const shownSentences = 3

/** A sentence that moved the score, with its paragraph number from 1. */
export interface SignalSentence {
  paragraph: number
  text: string
  /** Log-odds, both ways and together. */
  machine: number
  human: number
  weight: number
  evidence: NonNullable<ReportSpan['evidence']>
}

/** The sentences that moved the score most towards a machine and towards a person, strongest first. */
export function signalSentences(results: Report['results']): {
  machine: SignalSentence[]
  human: SignalSentence[]
} {
  const all = results.flatMap(({ spans }, index) =>
    spans.flatMap(({ text, weights, evidence = [] }): SignalSentence[] =>
      weights === null
        ? []
        : [
            {
              paragraph: index + 1,
              text: text.trim(),
              ...weights,
              weight: weights.machine + weights.human,
              evidence,
            },
          ],
    ),
  )
  const byWeight = all.toSorted((a, b) => b.weight - a.weight)
  return {
    machine: byWeight.filter(({ weight }) => weight > 0).slice(0, shownSentences),
    human: byWeight
      .filter(({ weight }) => weight < 0)
      .slice(-shownSentences)
      .reverse(),
  }
}

/** The score as a sum of log-odds; null if the report does not contain it. */
export function scoreSum({
  evidence,
}: Pick<Report, 'evidence'>): Record<
  'base' | 'style' | 'sentences' | 'context' | 'total' | 'threshold',
  number
> | null {
  if (evidence === null) return null
  const { base, sentences, context, log_odds, cut: threshold } = evidence
  return {
    base,
    style: evidence.style.reduce((sum, { weight }) => sum + weight, 0),
    sentences,
    context,
    total: log_odds,
    threshold,
  }
}

/** The unit of a measure: as it is, as a share of the words, or per hundred words. */
const units = {
  'sentence-length': 'words',
  'sentence-variation': 'share',
  commas: 'hundred',
  semicolons: 'hundred',
  dashes: 'hundred',
  quotes: 'hundred',
  brackets: 'hundred',
  exclamations: 'hundred',
  contractions: 'hundred',
  'rare-words': 'share',
  'function-words': 'share',
  'word-length': 'letters',
  'word-length-variation': 'letters',
  'long-words': 'share',
  numbers: 'hundred',
  vocabulary: 'share',
} as const
type Measure = keyof typeof units

/** A measure of style that can be shown: its words, its value, and the range of nine in ten student texts. */
export interface StyleRow {
  measure: Measure
  unit: (typeof units)[Measure]
  value: number
  low: number
  middle: number
  high: number
  n: number
  isOutside: boolean
}

/** The detector measures the logarithm of words per sentence. */
const scaled = (measure: Measure, value: number): number =>
  measure === 'sentence-length' ? Math.exp(value) - 1 : value

function rowOf({ measure: code, value, reference }: StyleReading): StyleRow[] {
  const measure = (Object.keys(units) as Measure[]).find((known) => known === code)
  if (measure === undefined || reference === null) return []
  const [here, low, middle, high] = [value, reference.low, reference.middle, reference.high].map((each) =>
    scaled(measure, each),
  ) as [number, number, number, number]
  return [
    {
      measure,
      unit: units[measure],
      value: here,
      low,
      middle,
      high,
      n: reference.n,
      isOutside: here < low || here > high,
    },
  ]
}

/**
 * The measures of style that have a reference band. None if the text was too short to compare, or the report
 * has none.
 */
export function styleRows(evidence: ScoreEvidence | null): StyleRow[] {
  return evidence?.style.flatMap(rowOf) ?? []
}

/** The position of a value on a track whose band fills the middle half, 0…1; outliers stay at an end. */
export function placeOnTrack({ low, high }: StyleRow, value: number): number {
  const width = high - low
  const place = width > 0 ? 0.25 + (0.5 * (value - low)) / width : value > high ? 1 : value < low ? 0 : 0.5
  return Math.min(0.98, Math.max(0.02, place))
}

/** A value of a measure in figures, without its unit. */
export function styleFigure({ unit }: Pick<StyleRow, 'unit'>, value: number, format: Formatters): string {
  if (unit === 'share') return format.share(value)
  return format.decimal(unit === 'hundred' ? value * 100 : value)
}
