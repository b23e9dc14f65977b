import type { ModelCard } from '../card.ts'
import { attackName, vendorName } from '../groups/groups.ts'
import type { LeftOutFigure, LeftOutFigures } from '../groups/left-out.ts'
import { namedVendors, type VendorFigures } from '../groups/vendors.ts'
import type { Separation } from '../statistics/figures.ts'
import { optionalPercent, percent } from '../targets.ts'
import { table } from './table.ts'

/** Detection of groups that the models never saw. */
function leftOutTable(name: string, figures: readonly LeftOutFigure[]): string {
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
export function groupsLeftOut({ version, texts, groups }: LeftOutFigures): string {
  return `## Years, kinds of writing and attacks left out

Of the linear model of ${version} alone, because no encoder was trained without each group. Each line is a model that never saw the group: no machine text of those years or attacks, no text of either label of that kind. Machine texts of the group and
students' human texts, both with prompts that taught nothing. Measured with ${texts} texts, fewer a source than the released model, and one model
each, not the mean of five.

${leftOutTable('left out', groups)}`
}

/** How well each vendor's texts are detected by models that never saw one. */
export function vendorTable({ left_out }: VendorFigures): string {
  return leftOutTable(
    'vendor',
    left_out.map(({ vendor, ...figure }) => ({ group: vendorName(vendor), ...figure })),
  )
}

/** Left-out vendors and vendor attribution. */
export function vendorTexts(vendors: VendorFigures): string {
  const stated = vendors.attribution.reduce((sum, one) => sum + one.stated, 0)
  const right = vendors.attribution.reduce((sum, one) => sum + one.stated_right, 0)
  const confusion = namedVendors.map((truth, i) => [
    vendorName(truth),
    ...namedVendors.map((_, predicted) =>
      vendors.attribution.reduce((sum, one) => sum + (one.confusion[i]?.[predicted] ?? 0), 0),
    ),
  ])
  return `## Vendors

Of the linear model of ${vendors.version} alone. Measured with ${vendors.texts} texts, fewer a source than the released model, and one model each, not the mean of five.

**Left out.** Models that never saw a text of the vendor; machine texts of the vendor and students' human texts, both with prompts that taught nothing:

${vendorTable(vendors)}

**Named.** Models that distinguish the three vendors, one source left out at a time. A statement is made for texts of at least 300 words, from the
certainty on at which statements about known sources are right in nine of ten cases. It is shown to users only where at least 80 % are
right on sources left out: here ${right} of ${stated} were${stated === 0 ? '' : `, ${percent(right / stated)}`}. **No vendor is shown.**

${table(
  ['source left out', 'texts', 'right if all are named', 'stated', 'of these right'],
  vendors.attribution.map((one) => [
    one.source,
    one.texts,
    optionalPercent(one.texts === 0 ? null : one.right / one.texts),
    one.stated,
    optionalPercent(one.stated === 0 ? null : one.stated_right / one.stated),
  ]),
)}

By true vendor (rows) and vendor named (columns), all texts:

${table(['', ...namedVendors.map(vendorName)], confusion)}`
}

function separationTable(
  figures: readonly Separation[],
  nameOf: (group: string) => string = (group) => group,
): string {
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
  measured.probability.bins.map(({ from, n, stated, machine }) => [
    `from ${percent(from, 0)}`,
    n,
    percent(stated),
    percent(machine),
  ]),
)}`
}
