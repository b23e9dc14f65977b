import type { Attribution, Report } from '@penmark/contract'
import { type Confidence, confidenceOf, type Finding, type Verdict, verdictOf } from '@penmark/contract'

export interface Judgement {
  verdict: Verdict
  confidence: Confidence | null
  finding: Finding | null
}

const withheld: Partial<Record<Finding, Verdict>> = {
  'insufficient-text': 'Not enough text to judge',
  'unsupported-language': 'Language not supported',
}

/** Whether a verdict means that there is no score. */
export function isWithheld(verdict: Verdict): boolean {
  return verdict === 'Not enough text to judge' || verdict === 'Language not supported'
}

/** The literal verdict and confidence of the specification, shown in a report's details. */
export function judgementOf({
  score,
  label,
  finding,
}: Pick<Report, 'score' | 'label' | 'finding'>): Judgement {
  const verdict = finding === null ? verdictOf(score, label) : (withheld[finding] ?? verdictOf(score, label))
  return { verdict, confidence: isWithheld(verdict) ? null : confidenceOf(score), finding }
}

export type WithheldWords =
  | 'finding.unsupported-language.text'
  | 'finding.not-english.text'
  | 'finding.insufficient-text.text'
  | 'finding.insufficient-text.unknown'

/** The words for why there is no score. */
export function withheldWords({
  words,
  reasons,
  finding,
}: Pick<Report, 'words' | 'reasons' | 'finding'>): WithheldWords {
  if (finding === 'unsupported-language') return 'finding.unsupported-language.text'
  // Results stored before this finding existed only have it in their reasons, and they cost words.
  if (reasons.includes('not-english')) return 'finding.not-english.text'
  return words === null ? 'finding.insufficient-text.unknown' : 'finding.insufficient-text.text'
}

const codes = [
  'too-few-words',
  'not-english',
  'short-text',
  'above-strict-threshold',
  'above-threshold',
  'between-thresholds',
  'below-threshold',
  'unusual-but-below-threshold',
  'marked-passages',
  'unfamiliar-writing',
] as const

type Known = (typeof codes)[number]
export type ReasonWords = `reason.${Known}` | 'reason.no-comparison' | 'reason.unknown'

/**
 * The words for a reason. "Unusual" needs a comparison; without human texts of this length there is none. A
 * code from a newer detector gets a neutral sentence.
 */
export function reasonWords(code: string, isCompared: boolean): ReasonWords {
  if (code === 'unusual-but-below-threshold' && !isCompared) return 'reason.no-comparison'
  const known = codes.find((each) => each === code)
  return known ? `reason.${known}` : 'reason.unknown'
}

/** The vendors' own names, the same in every language. */
export const vendorNames: Record<Attribution['vendor'], string> = {
  openai: 'OpenAI',
  google: 'Google',
  anthropic: 'Anthropic',
}
