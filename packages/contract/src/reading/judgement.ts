import type { Report } from '../report.ts'
import { type Confidence, confidenceOf, type Finding, type Verdict, verdictOf } from '../score.ts'

export interface Judgement {
  verdict: Verdict
  confidence: Confidence | null
  finding: Finding | null
  /** Which of the two speaks first. */
  lead: 'verdict' | 'finding'
}

/** The one finding that says the same as a verdict; any other pulls apart from it, and then the plain words lead. */
const agreeing: Record<Verdict, Finding> = {
  'AI Detected': 'ai-likely',
  'Human Written': 'no-evidence',
  'Not enough text to judge': 'insufficient-text',
  'Language not supported': 'unsupported-language',
}

const withheld: Partial<Record<Finding, Verdict>> = {
  'insufficient-text': 'Not enough text to judge',
  'unsupported-language': 'Language not supported',
}

/** Whether a verdict says that there is no score. */
export function isWithheld(verdict: Verdict): boolean {
  return verdict === 'Not enough text to judge' || verdict === 'Language not supported'
}

/** What a report says, and in which order: a verdict drawn from the score alone must not shout over a finding that doubts it. */
export function judgementOf({ score, label, finding }: Pick<Report, 'score' | 'label' | 'finding'>): Judgement {
  const verdict = finding === null ? verdictOf(score, label) : (withheld[finding] ?? verdictOf(score, label))
  const agrees = finding === null || agreeing[verdict] === finding
  const confidence = isWithheld(verdict) ? null : confidenceOf(score)
  return { verdict, confidence, finding, lead: agrees ? 'verdict' : 'finding' }
}
