import { groupName } from '../groups/groups.ts'
import type { Rate } from '../statistics/figures.ts'
import { percent } from '../targets.ts'
import { positiveCount, type VerdictFigure } from '../verdicts/verdicts.ts'

type Cell = string | number

/** A table in markdown. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]): string =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

const rateRow = (rate: Rate): Cell[] => [
  rate.group,
  rate.n,
  rate.flagged,
  percent(rate.rate, 2),
  `${percent(rate.interval.low, 2)} – ${percent(rate.interval.high, 2)}`,
]

/** Shares of flagged texts, one group a line. */
export function rateTable(
  name: string,
  rates: readonly Rate[],
  nameOf: (group: string) => string = (group) => group,
): string {
  const rows = rates.map((rate) => rateRow({ ...rate, group: nameOf(rate.group) }))
  return table([name, 'texts', 'score ≥ 0.5', 'share', '95 % interval'], rows)
}

/** The final findings on the texts of each group. */
export function verdictTable(name: string, figures: readonly VerdictFigure[]): string {
  return table(
    [
      name,
      'texts',
      'all or most reads like AI',
      'part reads like AI',
      'unusual, not enough to say',
      'nothing stands out',
      'no score',
      'with a finding',
    ],
    figures
      .toSorted((a, b) => (a.group < b.group ? -1 : 1))
      .map((figure) => [
        groupName(figure.group),
        figure.texts,
        figure.findings['ai-likely'],
        figure.findings.mixed,
        figure.findings.inconclusive,
        figure.findings['no-evidence'],
        figure.findings['insufficient-text'] +
          figure.findings['unsupported-language'] +
          // Figures of earlier releases do not name it.
          (figure.findings['creative-writing'] ?? 0),
        percent(positiveCount(figure) / Math.max(1, figure.texts), 2),
      ]),
  )
}
