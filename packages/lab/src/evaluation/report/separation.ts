import type { ModelCard } from '../card.ts'
import type { Separation } from '../figures.ts'
import { attackName, vendorName } from '../groups/group-names.ts'
import { optionalPercent, percent } from '../targets.ts'
import { table } from './table.ts'

function separationTable(figures: readonly Separation[], nameOf: (group: string) => string = (group) => group): string {
  return table(
    ['texts', 'human', 'machine', 'AUC', 'at 5 %', 'at 1 %', 'at 0.1 %'],
    figures.map(({ group, human, ai, auc, tpr_at_5, tpr_at_1, tpr_at_0_1 }) => [
      nameOf(group),
      human,
      ai,
      auc === null ? '–' : auc.toFixed(4),
      optionalPercent(tpr_at_5),
      optionalPercent(tpr_at_1),
      optionalPercent(tpr_at_0_1),
    ]),
  )
}

/** Separation at any threshold, and how well the stated probability holds. */
export function separations({ measured }: ModelCard): string {
  return `## How well human and machine texts are separated

By the scan statistic, at the thresholds of these very texts: area under the curve, and machine texts found where
5, 1 and 0.1 % of these human texts are flagged.

${separationTable(measured.separation)}

By length and kind of writing, left-out and test sources:

${separationTable([...measured.separation_by.length, ...measured.separation_by.kind])}

Machine texts of left-out sources against all students' texts, by vendor, by the years in which the model came out, and by attack in the source:

${separationTable(measured.separation_by.vendor, vendorName)}

${separationTable(measured.separation_by.years)}

${separationTable(measured.separation_by.attack, attackName)}

## The stated probability

Beside the score, a detection states a probability: what share of texts is a machine's among texts of this length that are so rare among student texts, where
human and machine texts, and in each all sources, weigh the same. It was fitted on left-out sources and is measured here on texts that did not
fit it: calibration error ${measured.probability.ece.toFixed(3)}, Brier score ${measured.probability.brier.toFixed(3)}, ${measured.probability.texts} texts. It holds for such a mix and for no other.

![Stated probability and share of machine texts](evaluation/reliability.svg)

${table(
  ['stated', 'texts', 'mean stated', 'machine'],
  measured.probability.bins.map(({ from, n, stated, machine }) => [`from ${percent(from, 0)}`, n, percent(stated), percent(machine)]),
)}`
}
