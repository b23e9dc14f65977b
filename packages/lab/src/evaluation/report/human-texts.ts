import type { ModelCard } from '../card.ts'
import { biasName } from '../groups/group-names.ts'
import { rateTable } from './table.ts'

/** Flagged human texts, by source, length, group and kind. */
export function humanTexts({ measured, ...card }: ModelCard): string {
  return `## Human texts that are flagged

![Flagged human texts by source](evaluation/human.svg)

### Test sources

${rateTable('source', measured.test_human)}

### Left-out sources

An asterisk marks texts that the audit keeps out of training and of the thresholds, with the reason below.

${rateTable('source', measured.left_out_human)}

${card.audited.map(({ source, domain, reason }) => `- \`${source}\`${domain === null ? '' : `, ${domain}`}: ${reason}`).join('\n')}

### By length: what every report states

Dated student texts of left-out sources that did not choose the thresholds, whole or cut to the length.

${rateTable('words', measured.human_by_length)}

### Groups of learners (ELLIPSE)

${rateTable('group', measured.learners_by_group)}

### The collection that showed bias against learners (detector-bias)

${rateTable('texts', measured.detector_bias, biasName)}

### By kind of writing, student writing

The kind is classified by rates of common words and marks, never from the label. It moves no threshold, but for one: ${card.offsets.length === 0 ? 'none was needed' : `abstracts of research papers must stand out by ${card.offsets.map(({ by }) => by.toFixed(2)).join(', ')} more`}.

${rateTable('kind', measured.student_human_by_kind)}

${measured.unfamiliar_human.unfamiliar} of ${measured.unfamiliar_human.n} of these texts are so unlike everything learned from that their score stays below 0.5 (\`unfamiliar-writing\`): the model knows too few of
their pairs of words. The spread of the five siblings was measured for this purpose and is not used: it is no larger on wrongly flagged
human texts than on machine texts with the same score.`
}
