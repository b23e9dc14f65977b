import {
  type EarlierDocument,
  type EarlierWriting,
  knownTexts,
  type writingMeasures,
} from '@penmark/contract'
import type { Formatters } from './formatters.ts'

export interface HistoryPoint {
  id: string
  value: number
  /** The text of the report, a text written in class, or another one. */
  kind: 'here' | 'known' | 'other'
}

/** One measure of a student's texts, in the order of the texts. */
export interface HistoryPlot {
  measure: 'score' | 'sentence-words' | 'word-letters'
  points: HistoryPoint[]
  /** From the lowest to the highest value of the axis. */
  ticks: { value: number; label: string }[]
  /** Of the texts written in class; null if they are too few to show a range. */
  range: { low: number; high: number } | null
}

/** Ticks at the ends and in the middle of an axis from `low` to `high`. */
const threeTicks = (low: number, high: number, show: (value: number) => string) =>
  [low, (low + high) / 2, high].map((value) => ({ value, label: show(value) }))

/**
 * What is plotted of a student's texts on the page and in the PDF. `documentId` is the text of the report, if
 * there is one.
 */
export function historyPlots(
  history: readonly EarlierDocument[],
  documentId: string | null,
  format: Pick<Formatters, 'share' | 'count' | 'decimal'>,
): HistoryPlot[] {
  if (history.length === 0) return []
  const kindOf = ({ document_id, written_in_class }: EarlierDocument) =>
    document_id === documentId ? 'here' : written_in_class ? 'known' : 'other'
  const plotOf = (
    measure: HistoryPlot['measure'],
    measured: (document: EarlierDocument) => number,
    ticks: HistoryPlot['ticks'],
  ): HistoryPlot => {
    const points = history.map(
      (document): HistoryPoint => ({
        id: document.document_id,
        value: measured(document),
        kind: kindOf(document),
      }),
    )
    const known = points.filter(({ kind }) => kind === 'known').map(({ value }) => value)
    const range =
      known.length < knownTexts.fewest ? null : { low: Math.min(...known), high: Math.max(...known) }
    return { measure, points, ticks, range }
  }
  const sentences = history.map((document) => document.sentence_words)
  const letters = history.map((document) => document.word_letters)
  // The axis of letters does not begin at zero: no text has words of one letter.
  const fewestLetters = Math.min(3, Math.floor(Math.min(...letters)))
  const mostLetters = Math.max(6, Math.ceil(Math.max(...letters)))
  return [
    plotOf('score', ({ score }) => score, threeTicks(0, 1, format.share)),
    plotOf(
      'sentence-words',
      ({ sentence_words }) => sentence_words,
      threeTicks(0, Math.max(10, Math.ceil(Math.max(...sentences) / 10) * 10), format.count),
    ),
    plotOf(
      'word-letters',
      ({ word_letters }) => word_letters,
      threeTicks(fewestLetters, mostLetters, format.decimal),
    ),
  ]
}

/** A measure's value as the page and the PDF show it. */
export function measureFigure(
  name: (typeof writingMeasures)[number],
  value: number,
  format: Pick<Formatters, 'share' | 'decimal' | 'hundredths'>,
): string {
  if (name === 'word-variety') return format.share(value)
  return name === 'function-word-distance' ? format.hundredths(value) : format.decimal(value)
}

/** A sentence about a comparison with earlier writing, as a key of the locale file with its values. */
export interface EarlierSentence {
  key: `earlier.${`outcome.${'no-difference' | 'differs' | 'too-few' | 'too-short'}` | 'harmless' | 'noVerdict' | 'measured'}`
  values: Record<string, string | number>
}

type Compared = Pick<EarlierWriting, 'outcome' | 'known' | 'needed' | 'measured' | 'measured_machine'>

/**
 * What page and PDF say about the earlier writing. A difference comes with its harmless reasons and how often
 * it was wrong; no difference only with how often texts by machines showed none either, because it must not
 * read as clearance.
 */
export function earlierSentences(
  { outcome, known, needed, measured, measured_machine }: Compared,
  format: Pick<Formatters, 'count' | 'rate' | 'share'>,
): EarlierSentence[] {
  if (outcome === 'no-student' || outcome === 'not-scored') return []
  const count = outcome === 'too-few' ? needed : known
  const values = { count, shown: format.count(count), words: format.count(knownTexts.words) }
  const first: EarlierSentence = { key: `earlier.outcome.${outcome}`, values }
  if (outcome === 'too-few' || outcome === 'too-short') return [first]
  if (outcome === 'no-difference') {
    const undetected = measured_machine.n - measured_machine.differing
    const machines = {
      machines: format.count(measured_machine.n),
      undetected: format.count(undetected),
      share: format.share(undetected / measured_machine.n),
    }
    return [{ key: first.key, values: { ...values, ...machines } }]
  }
  const { n, writers, differing, high } = measured
  const rates = {
    n: format.count(n),
    writers: format.count(writers),
    differing: format.count(differing),
    rate: format.rate(differing / n),
    high: format.rate(high),
  }
  return [
    first,
    { key: 'earlier.harmless', values: {} },
    { key: 'earlier.noVerdict', values: {} },
    { key: 'earlier.measured', values: rates },
  ]
}
