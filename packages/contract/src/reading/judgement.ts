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
}

/** What a report says, and in which order: a verdict drawn from the score alone must not shout over a finding that doubts it. */
export function judgementOf({ score, label, finding }: Pick<Report, 'score' | 'label' | 'finding'>): Judgement {
  const verdict = finding === 'insufficient-text' ? 'Not enough text to judge' : verdictOf(score, label)
  const agrees = finding === null || agreeing[verdict] === finding
  const confidence = verdict === 'Not enough text to judge' ? null : confidenceOf(score)
  return { verdict, confidence, finding, lead: agrees ? 'verdict' : 'finding' }
}
