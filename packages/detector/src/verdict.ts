import type { Finding, Label } from './detection.ts'

/**
 * From this score on the label is `ai-generated` and the text has a finding: at most one student text in a
 * thousand reaches it.
 */
export const flaggedFrom = 0.5
/** One student text in ten thousand reaches it. */
export const strictFrom = 0.7
/** From here on a text is unusual: one student text in a hundred reaches it. */
export const unusualFrom = 0.3
/**
 * "Most of the text reads like AI writing" needs this share of its words in passages, or fewer words than
 * this outside.
 */
const mostShare = 0.75
const fewWordsOutside = 75

export function labelOf(score: number | null): Label {
  if (score === null) return 'insufficient-text'
  return score >= flaggedFrom ? 'ai-generated' : 'human-written'
}

/** The extent of a finding: scored words inside passages, and all of them. */
export interface Extent {
  inPassages: number
  words: number
}

/**
 * The finding follows from the score and, if that is high enough, from how much of the text is in passages.
 * Nothing else affects it.
 */
export function findingOf(score: number, { inPassages, words }: Extent): Finding {
  if (score >= flaggedFrom)
    return inPassages >= mostShare * words || words - inPassages < fewWordsOutside ? 'ai-likely' : 'mixed'
  return score >= unusualFrom ? 'inconclusive' : 'no-evidence'
}
