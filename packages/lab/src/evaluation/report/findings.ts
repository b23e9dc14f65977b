import type { ModelCard } from '../card.ts'
import { percent } from '../targets.ts'
import type { SpliceFigure, VerdictFigure } from '../verdicts.ts'
import { table, verdictTable } from './table.ts'

function spliceTable(figures: readonly SpliceFigure[]): string {
  return table(
    ['texts', 'read', 'found', 'all or most reads like AI', 'mean error of the stated share', "person's words inside passages"],
    figures.map(({ group, texts, found, ai_likely, share_error, human_inside }) => [
      group,
      texts,
      percent(found / Math.max(1, texts)),
      ai_likely,
      share_error === null ? '–' : `${(100 * share_error).toFixed(1)} points`,
      human_inside === null ? '–' : percent(human_inside),
    ]),
  )
}

/** The findings for each group. */
export function findingFigures({ measured }: ModelCard): string {
  const { findings, verdicts } = measured
  const people = (figures: readonly VerdictFigure[], dated: boolean): VerdictFigure[] =>
    figures.filter((figure) => figure.label === 'human' && figure.dated === dated)
  const machines = (figures: readonly VerdictFigure[]): VerdictFigure[] => figures.filter(({ label }) => label === 'ai')
  return `## What reports say

### People, dated texts

Older than 30 November 2022. These sources chose the thresholds, judged by models that had seen nothing of their family; the texts counted here did not.

${verdictTable('left-out source', people(verdicts.left_out, true))}

${verdictTable('test source', people(findings, true))}

### People, texts without a date

Some of these may be machine texts under a human label. They are reported and decide nothing.

${verdictTable('source', [...people(verdicts.left_out, false), ...people(findings, false)])}

### Machines

${verdictTable('left-out source', machines(verdicts.left_out))}

${verdictTable('test source', machines(findings))}

Student writing wholly by machines, undisguised, at least 250 words, left-out sources:

${verdictTable('source', verdicts.essays)}

### Texts by both

Dated student texts with sentences of machine texts in them: at the start, the middle or the end, in two places, or the machine's text with the
person's sentences between. Both come from sources that the judging model had not seen.

${spliceTable(verdicts.splices_left_out)}

The same from sources that taught nothing to any model:

${spliceTable(verdicts.splices_test)}`
}
