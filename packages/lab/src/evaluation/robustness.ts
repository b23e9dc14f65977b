import { hashText, rankGrams } from '@penmark/detector/lab'
import { attacks } from '../attacks/attacks.ts'
import type { Item } from '../corpora/collection.ts'
import { randomStream } from '../sampling.ts'
import { prepareExample } from '../training/dataset.ts'
import type { Scorers } from './scored-items.ts'

/** Texts detected and flagged before and after an attack, scored by models that had seen nothing of the source. */
export interface AttackFigure {
  attack: string
  ai: number
  found_before: number
  found_after: number
  human: number
  flagged_before: number
  flagged_after: number
}

/** Applies every attack to every text. `items` are machine and human texts of left-out sources. */
export function measureAttacks(items: readonly Item[], scorers: Scorers): AttackFigure[] {
  const { model } = scorers
  const isFlagged = (item: Item, text: string): boolean => {
    const example = prepareExample({ ...item, text }, model.lexicon)
    rankGrams(model, example.grams)
    return scorers.score(example, 'left-out-source').score >= 0.5
  }
  const before = items.map((item) => isFlagged(item, item.text))
  const count = (flags: readonly boolean[], label: string): number => flags.filter((flag, i) => flag && items[i]?.label === label).length
  return Object.entries(attacks).map(([name, attack]) => {
    const after = items.map((item) => isFlagged(item, attack(item.text, randomStream(hashText(item.text, 41)))))
    return {
      attack: name,
      ai: items.filter(({ label }) => label === 'ai').length,
      found_before: count(before, 'ai'),
      found_after: count(after, 'ai'),
      human: items.filter(({ label }) => label === 'human').length,
      flagged_before: count(before, 'human'),
      flagged_after: count(after, 'human'),
    }
  })
}
