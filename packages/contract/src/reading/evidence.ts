import type { Evidence } from '../report.ts'

/** Phrases shown in each direction. */
const shownPhrases = 5

/** The heaviest phrases of one direction, each once. */
export function heaviestEvidence(evidence: readonly Evidence[], direction: Evidence['direction']): Evidence[] {
  const once = new Map<string, Evidence>()
  for (const each of evidence) if (each.direction === direction) once.set(each.phrase, each)
  return [...once.values()].sort((a, b) => b.weight - a.weight).slice(0, shownPhrases)
}
