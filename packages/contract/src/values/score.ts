import { confidenceBands, scoreBands, verdictAtPercent } from './limits.ts'

/** The closed set of labels in the API. Invariant: `ai-generated` exactly when score >= 0.5. */
export const labels = ['ai-generated', 'human-written', 'insufficient-text'] as const
export type Label = (typeof labels)[number]

export const findings = [
  'ai-likely',
  'mixed',
  'inconclusive',
  'no-evidence',
  'insufficient-text',
  'unsupported-language',
  'creative-writing',
] as const
export type Finding = (typeof findings)[number]

/**
 * Findings that suggest reading the report. `inconclusive` is not among them: it says that nothing can be
 * concluded, and 1 % of honest texts get it too.
 */
const worthReading: readonly Finding[] = ['ai-likely', 'mixed']

/** Whether a finding suggests reading the report, in lists, filters and LTI reports. */
export function isWorthReading(finding: Finding): boolean {
  return worthReading.includes(finding)
}

/** Why a text has no score. */
export const unscoredFindings = ['insufficient-text', 'unsupported-language', 'creative-writing'] as const
export type UnscoredFinding = (typeof unscoredFindings)[number]

export function isUnscored(finding: Finding): finding is UnscoredFinding {
  return unscoredFindings.some((unscored) => unscored === finding)
}

/** Texts of which nobody can say who wrote them: neither worth reading for a finding, nor without one. */
export function isUndecided(finding: Finding): boolean {
  return finding === 'inconclusive' || isUnscored(finding)
}

/** Texts with fewer words cost nothing, because nothing can be said of them. */
export const leastChargedWords = 20

/**
 * Whether a text takes words of the allowance. One of a kind that the detector does not judge gets no result
 * and costs nothing, and neither does a very short one.
 */
export function isCharged({
  finding,
  word_count,
}: {
  finding: Finding | null
  word_count: number | null
}): boolean {
  if (word_count !== null && word_count < leastChargedWords) return false
  return finding !== 'unsupported-language' && finding !== 'creative-writing'
}

/** A finding about the writing. The others say why there is no score. */
export type StatedFinding = Exclude<Finding, UnscoredFinding>

/** The finding if it is about the writing; null without a score, or where none was recorded. */
export function statedFinding(finding: Finding | null): StatedFinding | null {
  return finding === null || isUnscored(finding) ? null : finding
}

/**
 * How strongly the sentences of a passage read like AI writing. Every sentence of a text without a finding is
 * `none`.
 */
export const passageLevels = ['strong', 'light', 'none'] as const
export type PassageLevel = (typeof passageLevels)[number]

export type ScoreColour = 'red' | 'amber' | 'green'
export type Confidence = 'High' | 'Medium' | 'Low'
export type Verdict =
  | 'AI Detected'
  | 'Human Written'
  | 'Not enough text to judge'
  | 'Language not supported'
  | 'Imaginative writing'

type Scored = { ai_score?: unknown; score?: unknown; result?: unknown; assessment_result?: unknown }

function fractionOf(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) return null
  // A legacy percentage is above 1; a score of our own API never is.
  return value > 1 ? Math.min(value, 100) / 100 : value
}

/** The score (fraction 0…1) from any field where the specification allows one, or null. */
export function readScore(source: Scored): number | null {
  const nested = [source.result, source.assessment_result].map((holder) =>
    holder !== null && typeof holder === 'object' && 'score' in holder ? holder.score : undefined,
  )
  for (const candidate of [source.ai_score, source.score, ...nested]) {
    const fraction = fractionOf(candidate)
    if (fraction !== null) return fraction
  }
  return null
}

/** `82.4` for a score of 0.824: one decimal, because three are sent. */
export function scorePercent(score: number): number {
  return Math.round(score * 1_000) / 10
}

export function showScore(score: number | null): string {
  return score === null ? 'N/A' : `${scorePercent(score).toFixed(1)}%`
}

export function scoreColour(score: number): ScoreColour {
  const percent = scorePercent(score)
  if (percent >= scoreBands.red) return 'red'
  return percent >= scoreBands.amber ? 'amber' : 'green'
}

/** Verdict and confidence of a report (part 2, section 5). */
export function verdictOf(score: number | null, label: string | null): Verdict {
  if (score === null || label === 'insufficient-text') return 'Not enough text to judge'
  return (label ?? '').includes('ai-generated') || scorePercent(score) >= verdictAtPercent
    ? 'AI Detected'
    : 'Human Written'
}

export function confidenceOf(score: number | null): Confidence | null {
  if (score === null) return null
  const percent = scorePercent(score)
  const { highBelow, highFrom, mediumBelow, mediumFrom } = confidenceBands
  if (percent <= highBelow || percent >= highFrom) return 'High'
  return percent <= mediumBelow || percent >= mediumFrom ? 'Medium' : 'Low'
}
