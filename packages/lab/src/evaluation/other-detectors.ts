import type { Item } from '../corpora/collection.ts'
import { grouped } from '../sampling.ts'
import { type Detectors, isPositive } from './verdicts/verdicts.ts'

/** What another detector and this one say of the same texts. */
export interface RivalFigure {
  rival: string
  source: string
  label: 'human' | 'ai'
  texts: number
  /** The rival's probability of a machine is above a half. */
  theirs: number
  /** This detector makes a finding; by a model that saw nothing of the source's family. */
  ours: number
}

/** GPTZero's probability that a machine wrote all of a text, as the source states it; null if it does not. */
export function gptZeroOf({ meta }: Pick<Item, 'meta'>): number | null {
  const stated = meta?.gptzero as { ai?: number; completely_generated?: number } | undefined
  return stated?.ai ?? stated?.completely_generated ?? null
}

/** Measures the texts for which their source states the judgement of a rival. */
export async function measureRivals(items: readonly Item[], detectors: Detectors): Promise<RivalFigure[]> {
  const judged = items.filter((item) => item.label !== 'mixed' && gptZeroOf(item) !== null)
  await detectors.readItemsAhead(judged, 'rivals: read in context')
  const figures: RivalFigure[] = []
  for (const list of grouped(judged, ({ source, label }) => `${source.name} ${label}`).values()) {
    const [first] = list as [Item]
    let ours = 0
    for (const item of list) if (isPositive((await detectors.of(item).detect(item.text)).finding)) ours++
    const theirs = list.filter((item) => (gptZeroOf(item) ?? 0) > 0.5).length
    figures.push({
      rival: 'GPTZero',
      source: first.source.name,
      label: first.label === 'ai' ? 'ai' : 'human',
      texts: list.length,
      theirs,
      ours,
    })
  }
  return figures
}
