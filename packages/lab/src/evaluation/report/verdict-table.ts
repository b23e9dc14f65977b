import { groupName } from '../groups/group-names.ts'
import { percent } from '../targets.ts'
import { accusing, type VerdictFigure } from '../verdicts.ts'
import { table } from './table.ts'

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
        figure.findings['insufficient-text'] + figure.findings['unsupported-language'],
        percent(accusing(figure) / Math.max(1, figure.texts), 2),
      ]),
  )
}
