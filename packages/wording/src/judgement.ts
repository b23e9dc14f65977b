import type { Attribution, FrozenReport, Report, ReportCheck } from '@penmark/contract'
import {
  type Confidence,
  confidenceOf,
  type Finding,
  isUnscored,
  type UnscoredFinding,
  type Verdict,
  verdictOf,
} from '@penmark/contract'

export interface Judgement {
  verdict: Verdict
  confidence: Confidence | null
  finding: Finding | null
}

const withheld: Record<UnscoredFinding, Verdict> = {
  'insufficient-text': 'Not enough text to judge',
  'unsupported-language': 'Language not supported',
  'creative-writing': 'Imaginative writing',
}
const withheldVerdicts: readonly Verdict[] = Object.values(withheld)

/** Whether a verdict means that there is no score. */
export function isWithheld(verdict: Verdict): boolean {
  return withheldVerdicts.includes(verdict)
}

/** The literal verdict and confidence of the specification, shown in a report's details. */
export function judgementOf({
  score,
  label,
  finding,
}: Pick<Report, 'score' | 'label' | 'finding'>): Judgement {
  const verdict = finding !== null && isUnscored(finding) ? withheld[finding] : verdictOf(score, label)
  return { verdict, confidence: isWithheld(verdict) ? null : confidenceOf(score), finding }
}

/**
 * Whether a newer detector no longer judges a text that had a score, because it is imaginative writing. The
 * newest result decides.
 */
export function isWithdrawn(
  finding: Finding | null,
  later: readonly Pick<ReportCheck, 'finding'>[],
): boolean {
  return finding !== 'creative-writing' && later.at(-1)?.finding === 'creative-writing'
}

/** A result that was withdrawn, without what was measured on other kinds of texts. Its score stays. */
export function withoutRates<T extends FrozenReport>(report: T): T {
  return { ...report, calibration: null, calibrated_probability: null, attribution: null, reasons: [] }
}

export type WithheldWords =
  | 'finding.unsupported-language.text'
  | 'finding.creative-writing.text'
  | 'finding.creative-passage.text'
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
  if (finding === 'creative-writing')
    return reasons.includes('creative-passage')
      ? 'finding.creative-passage.text'
      : 'finding.creative-writing.text'
  // Results stored before this finding existed only have it in their reasons, and they cost words.
  if (reasons.includes('not-english')) return 'finding.not-english.text'
  return words === null ? 'finding.insufficient-text.unknown' : 'finding.insufficient-text.text'
}

const codes = [
  'too-few-words',
  'not-english',
  'creative-writing',
  'creative-passage',
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
