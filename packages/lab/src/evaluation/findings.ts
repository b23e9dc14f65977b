import { createDetector, type Finding } from '@penmark/detector'
import type { Model } from '@penmark/detector/lab'
import { type Item, sampleBy } from '../corpora/collection.ts'
import { grouped } from '../grouped.ts'

/** What the detector says in the end about texts of one group: how many get each finding. */
export interface FindingFigure {
  group: string
  label: 'human' | 'ai'
  texts: number
  findings: Record<Finding, number>
}

const textsPerGroup = 250

/** Counts findings of the released model, which wait for a higher score than the label does and may stay open. */
export function measureFindings(model: Model, items: readonly Item[], groupOf: (item: Item) => string): FindingFigure[] {
  const detector = createDetector(model)
  const chosen = sampleBy(items, groupOf, textsPerGroup)
  return [...grouped(chosen, groupOf)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, list]) => {
      const findings: Record<Finding, number> = {
        'ai-likely': 0,
        mixed: 0,
        inconclusive: 0,
        'no-evidence': 0,
        'insufficient-text': 0,
        'unsupported-language': 0,
      }
      for (const { text } of list) findings[detector.detect(text).finding]++
      return { group, label: list[0]?.label === 'ai' ? 'ai' : 'human', texts: list.length, findings }
    })
}
