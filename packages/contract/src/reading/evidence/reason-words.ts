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
 * The words for a reason. "Unusual" needs a comparison; without human texts of this length there is none. A code from a newer detector gets
 * a neutral sentence.
 */
export function reasonWords(code: string, isCompared: boolean): ReasonWords {
  if (code === 'unusual-but-below-threshold' && !isCompared) return 'reason.no-comparison'
  const known = codes.find((each) => each === code)
  return known ? `reason.${known}` : 'reason.unknown'
}
