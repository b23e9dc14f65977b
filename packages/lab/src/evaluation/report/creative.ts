import { doubtFrom } from '@penmark/detector/lab'
import type { ModelCard } from '../card.ts'
import type { CreativeFigures } from '../creative.ts'
import type { Rate } from '../statistics/figures.ts'
import { percent } from '../targets.ts'
import { rateTable, table } from './table.ts'

/** Thresholds of the reader of kinds that the page shows beside the released one. */
const shown = [-3, doubtFrom, -1, -0.5, 0, 1, 2]
/** Sources with fewer texts have no row. */
const smallest = 25

const total = (rates: readonly Rate[]): string => {
  const n = rates.reduce((sum, rate) => sum + rate.n, 0)
  const flagged = rates.reduce((sum, rate) => sum + rate.flagged, 0)
  return `${flagged} of ${n} (${percent(flagged / Math.max(1, n), 1)})`
}
const lowest = (rates: readonly Rate[]): Rate[] =>
  rates.filter(({ n }) => n >= smallest).toSorted((a, b) => a.rate - b.rate)

function rocTable({ roc, from }: CreativeFigures): string {
  return table(
    ['log-odds', 'creative prose found', 'other writing taken for it'],
    roc
      .filter((point) => shown.includes(point.from) || point.from === from)
      .map((point) => [
        point.from === from
          ? `**${point.from}** (released)`
          : point.from === doubtFrom
            ? `**${point.from}** (where the text stands out)`
            : point.from,
        percent(point.found, 1),
        percent(point.taken, 1),
      ]),
  )
}

/** How creative prose is recognised, which gets no finding. */
export function creativeProse({ creative }: ModelCard): string {
  if (creative === undefined) return ''
  return `## Creative prose gets no finding

Stories, descriptions and personal stories have no score since 0.7.1: people who write them well stand out as machines do. A reader of kinds recognises them, in a
whole text and in the stretch that stands out (from a score of 0.3 on): a linear model over ${creative.n_grams} single words and shapes of two and three, which learned from ${creative.learned.creative} creative texts and ${creative.learned.other} others. A
story is no sign of a machine to it, nor a machine of a story: people and machines weigh the same in both kinds. Each source below is read by a model that learned nothing of its family.

Means over sources of at least ${smallest} texts; area under the curve ${creative.auc.toFixed(3)} for whole texts and ${creative.auc_of_stretches.toFixed(3)} for stretches of some 150 words:

${rocTable(creative)}

Wanted were 98 % found, with at most 3 % of essays, reports and reflections taken. That was not reached: the threshold is the lowest, in steps of a quarter, at which at most 3 % of other writing is
taken, as a mean over sources ([decision](decisions/0102-no-score-for-imaginative-writing.md)). A text that stands out is taken for creative prose from log-odds of
${doubtFrom} on, since a finding on a story would accuse its writer.

Of all texts ${total(creative.found)} creative ones are found, and of their stretches ${total(creative.found_stretches)}; ${total(creative.taken)} others are taken for creative prose, and ${total(creative.taken_stretches)} of their stretches.

The tables by kind, by writer and of passages were measured with this reader, all other findings on this page without it. Machine-written stories that are recognised have none left; people have fewer than stated, never more.

![Creative prose recognised, by source left out whole](evaluation/creative.svg)

![Other writing taken for creative prose, by source left out whole](evaluation/not-creative.svg)`
}

/** Every source, for the long page. */
export function creativeSources({ creative }: ModelCard): string {
  if (creative === undefined) return ''
  return `### Creative prose, by source left out whole

${rateTable('creative prose', creative.found)}

${rateTable('stretches of creative prose', creative.found_stretches)}

${rateTable('other writing, taken for creative prose', creative.taken)}

${rateTable('stretches of other writing, taken for creative prose', creative.taken_stretches)}`
}

/** Rows of the plots, worst first. */
export const recognisedRows = ({ found }: CreativeFigures): Rate[] => lowest(found)
export const mistakenRows = ({ taken }: CreativeFigures): Rate[] => lowest(taken).toReversed()
