import type { Evidence } from '../report.ts'
import type { Figures } from './figures.ts'

/** Phrases shown in each direction. */
const shownPhrases = 5

/** The heaviest phrases of one direction, each once. */
export function heaviestEvidence(evidence: readonly Evidence[], direction: Evidence['direction']): Evidence[] {
  const once = new Map<string, Evidence>()
  for (const each of evidence) if (each.direction === direction) once.set(each.phrase, each)
  return [...once.values()].sort((a, b) => b.weight - a.weight).slice(0, shownPhrases)
}

/** How a phrase is described: by how many texts of each kind contain it if counted, else by its weight. */
export function phraseParts({ phrase, direction, weight, counts }: Evidence, figures: Figures) {
  const shown = { phrase, weight: figures.fineWeight(direction === 'machine' ? weight : -weight) }
  if (counts === null) return { words: 'explanation.weighed' as const, shown }
  return {
    words: 'explanation.counted' as const,
    shown: {
      ...shown,
      machine: figures.count(counts.machine),
      machineOf: figures.count(counts.machine_texts),
      human: figures.count(counts.human),
      humanOf: figures.count(counts.human_texts),
    },
  }
}

/**
 * How many times as common a phrase is in AI texts as in human texts. Half a text is added to both counts, so that a phrase
 * that no human text holds gets a finite ratio.
 */
export function timesAsCommon({ machine, machine_texts, human, human_texts }: NonNullable<Evidence['counts']>): number {
  return (machine + 0.5) / (machine_texts + 1) / ((human + 0.5) / (human_texts + 1))
}
