import { hashText } from '@penmark/detector/lab'
import { attacks } from '../attacks/attacks.ts'
import type { Item } from '../corpora/collection.ts'
import { randomStream } from '../sampling.ts'
import { prepareFor } from '../training/train.ts'
import type { Scorers } from './verdicts/scored-items.ts'

/**
 * Texts detected and flagged before and after an attack, scored by models that had seen nothing of the
 * source.
 */
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
export async function measureAttacks(items: readonly Item[], scorers: Scorers): Promise<AttackFigure[]> {
  const { model } = scorers
  const flagsOf = async (texts: readonly Item[], stage: string): Promise<boolean[]> => {
    const examples = await prepareFor(model, texts, scorers.readingsOf('left-out-source'), stage)
    const flagged = new Set(
      examples.filter((one) => scorers.score(one, 'left-out-source').score >= 0.5).map(({ item }) => item),
    )
    return texts.map((item) => flagged.has(item))
  }
  const before = await flagsOf(items, 'before an attack')
  const count = (flags: readonly boolean[], label: string): number =>
    flags.filter((flag, i) => flag && items[i]?.label === label).length
  const figures: AttackFigure[] = []
  for (const [name, attack] of Object.entries(attacks)) {
    const after = await flagsOf(
      items.map((item) => ({ ...item, text: attack(item.text, randomStream(hashText(item.text, 41))) })),
      `attack: ${name}`,
    )
    figures.push({
      attack: name,
      ai: items.filter(({ label }) => label === 'ai').length,
      found_before: count(before, 'ai'),
      found_after: count(after, 'ai'),
      human: items.filter(({ label }) => label === 'human').length,
      flagged_before: count(before, 'human'),
      flagged_after: count(after, 'human'),
    })
  }
  return figures
}
