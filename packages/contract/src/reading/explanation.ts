import type { Report, ReportSpan } from '../report.ts'

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
export function signalSentences(results: Report['results']): { machine: SignalSentence[]; human: SignalSentence[] } {
  const all = results.flatMap(({ spans }, index) =>
    spans.flatMap(({ text, weights, evidence = [] }): SignalSentence[] =>
      weights === null ? [] : [{ paragraph: index + 1, text: text.trim(), ...weights, weight: weights.machine + weights.human, evidence }],
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
}: Pick<Report, 'evidence'>): Record<'base' | 'style' | 'sentences' | 'total' | 'threshold', number> | null {
  if (evidence === null) return null
  const { base, sentences, log_odds, cut: threshold } = evidence
  return { base, style: evidence.style.reduce((sum, { weight }) => sum + weight, 0), sentences, total: log_odds, threshold }
}
