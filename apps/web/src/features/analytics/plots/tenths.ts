import { scoreTenths, verdictAtPercent } from '@penmark/contract'

/** The first tenth of the score whose documents are flagged. */
export const flaggedFrom = (verdictAtPercent / 100) * scoreTenths

/** Documents in each tenth of the score, and their number as a share of the fullest tenth. */
export function tenthsOf(byScore: readonly number[]): { tenth: number; documents: number; share: number }[] {
  const largest = Math.max(1, ...byScore)
  return byScore.map((documents, tenth) => ({ tenth, documents, share: documents / largest }))
}
