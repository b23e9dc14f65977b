import type { Finding, Label } from './detection.ts'

/** At this score and above the label is `ai-generated`, and the text has a finding: at most one student text in a thousand gets there. */
export const flaggedFrom = 0.5
/** One student text in ten thousand gets there. */
export const strictFrom = 0.7
/** From here on a text is unusual: one student text in a hundred gets there. */
export const unusualFrom = 0.3
/** Most of a text reads like AI writing from this share of its words, or where so few words are left. */
const mostShare = 0.75
const fewWordsLeft = 75

export function labelOf(score: number | null): Label {
  if (score === null) return 'insufficient-text'
  return score >= flaggedFrom ? 'ai-generated' : 'human-written'
}

/** How far a finding reaches: judged words inside passages, and all of them. */
export interface Extent {
  inPassages: number
  words: number
}

/** The finding follows from the score and, where that is high enough, from how much of the text lies in passages. Nothing else enters it. */
export function findingOf(score: number, { inPassages, words }: Extent): Finding {
  if (score >= flaggedFrom) return inPassages >= mostShare * words || words - inPassages < fewWordsLeft ? 'ai-likely' : 'mixed'
  return score >= unusualFrom ? 'inconclusive' : 'no-evidence'
}
