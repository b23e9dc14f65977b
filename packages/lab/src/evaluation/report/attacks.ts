import type { ModelCard } from '../card.ts'
import { percent } from '../targets.ts'
import { table } from './table.ts'

/** Speed, and the effect of attacks on characters and words. */
export function speedAndAttacks({ measured }: ModelCard): string {
  return `## Speed

A whole detection of ${measured.latency.texts} texts of 450 to 550 words, with spans and evidence, one thread: median ${measured.latency.p50} ms, 95 % within ${measured.latency.p95} ms
(${measured.latency.processor}; each text the quickest of five, because the machine did other work at the same time). This is the only figure that differs from run to run.

## Attacks on characters and words

The same texts before and after, student writing and debates of left-out sources.

${table(
  ['attack', 'machine texts', 'found before', 'found after', 'human texts', 'flagged before', 'flagged after'],
  measured.attacks.map(({ attack, ai, found_before, found_after, human, flagged_before, flagged_after }) => [
    attack,
    ai,
    percent(found_before / Math.max(1, ai)),
    percent(found_after / Math.max(1, ai)),
    human,
    flagged_before,
    flagged_after,
  ]),
)}`
}
