import type { LeftOutFigure, LeftOutFigures } from '../groups/left-out.ts'
import { optionalPercent } from '../targets.ts'
import { table } from './table.ts'

/** Detection of groups that the models never saw. */
export function leftOutTable(name: string, figures: readonly LeftOutFigure[]): string {
  return table(
    [name, 'human', 'machine', 'AUC', 'found at 1 % false positives'],
    figures.map(({ group, human, ai, auc, tpr_at_1 }) => [
      group,
      human,
      ai,
      auc === null ? '–' : auc.toFixed(4),
      optionalPercent(tpr_at_1),
    ]),
  )
}

/** Years, kinds of writing and attacks that were left out entirely. */
export function groupsLeftOut({ texts, groups }: LeftOutFigures): string {
  return `## Years, kinds of writing and attacks left out

Each line is a model that never saw the group: no machine text of those years or attacks, no text of either label of that kind. Machine texts of the group and
students' human texts, both with prompts that taught nothing. Measured with ${texts} texts, fewer a source than the released model, and one model
each, not the mean of five.

${leftOutTable('left out', groups)}`
}
