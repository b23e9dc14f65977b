import type { Report } from '../report.ts'
import { type Confidence, confidenceOf, type Finding, type Verdict, verdictOf } from '../score.ts'

export interface Judgement {
  verdict: Verdict
  confidence: Confidence | null
  finding: Finding | null
}

const withheld: Partial<Record<Finding, Verdict>> = {
  'insufficient-text': 'Not enough text to judge',
  'unsupported-language': 'Language not supported',
}

/** Whether a verdict says that there is no score. */
export function isWithheld(verdict: Verdict): boolean {
  return verdict === 'Not enough text to judge' || verdict === 'Language not supported'
}

/** The literal verdict and confidence of the specification, shown in a report's details. */
export function judgementOf({ score, label, finding }: Pick<Report, 'score' | 'label' | 'finding'>): Judgement {
  const verdict = finding === null ? verdictOf(score, label) : (withheld[finding] ?? verdictOf(score, label))
  return { verdict, confidence: isWithheld(verdict) ? null : confidenceOf(score), finding }
}
