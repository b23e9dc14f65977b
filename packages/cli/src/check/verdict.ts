import type { Detection, Finding } from '@penmark/detector'

const words: Record<Finding, string> = {
  'ai-likely': 'Reads like machine writing',
  mixed: 'Parts read like machine writing',
  inconclusive: 'Inconclusive',
  'no-evidence': 'No evidence of machine writing',
  'insufficient-text': 'Not enough text to judge',
}

export const caution = 'A score is a reason to talk, not proof: honest writing scores high now and then, and machine text can score low.'

export function verdictOf(detection: Detection): string {
  return words[detection.finding]
}

export function percent(fraction: number): string {
  return `${(fraction * 100).toFixed(1)} %`
}

/** What the score means, with its numbers; the minimum where there is too little text. */
export function meaningOf(detection: Detection): string {
  const { calibration, score, wordsNeeded } = detection
  if (score === null) return `A judgement needs at least ${wordsNeeded} words.`
  if (calibration === null) return 'There are no human texts of this length to compare with.'
  const { pValue, exceeding, n } = calibration
  const figures = `(p = ${showP(pValue)}, n = ${count(n)})`
  if (exceeding === 0) return `None of ${count(n)} human texts of this length scores this high ${figures}.`
  const inThousand = Math.max(Math.round(pValue * 1_000), 1)
  return `Of 1,000 human texts of this length, about ${count(inThousand)} ${inThousand === 1 ? 'scores' : 'score'} this high ${figures}.`
}

function showP(pValue: number): string {
  return pValue < 0.001 ? pValue.toPrecision(1) : pValue.toFixed(3)
}

function count(value: number): string {
  return value.toLocaleString('en-GB')
}
