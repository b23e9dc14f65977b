import type { ModelCard } from '../card.ts'
import type { FindingFigure } from '../findings.ts'
import { percent } from '../targets.ts'
import { table } from './table.ts'

const accusing = ({ findings }: FindingFigure): number => findings['ai-likely'] + findings.mixed

function findingTable(figures: readonly FindingFigure[]): string {
  return table(
    ['texts', 'read', 'ai-likely', 'mixed', 'inconclusive', 'no-evidence', 'insufficient-text', 'ai-likely or mixed'],
    figures.map((figure) => [
      figure.group,
      figure.texts,
      figure.findings['ai-likely'],
      figure.findings.mixed,
      figure.findings.inconclusive,
      figure.findings['no-evidence'],
      figure.findings['insufficient-text'],
      percent(accusing(figure) / Math.max(1, figure.texts)),
    ]),
  )
}

/** What a reader is told in the end about texts of test sources. */
export function findingsTold({ measured }: ModelCard): string {
  const human = measured.findings.filter(({ label }) => label === 'human')
  const machine = measured.findings.filter(({ label }) => label === 'ai')
  const texts = human.reduce((sum, figure) => sum + figure.texts, 0)
  const accused = human.reduce((sum, figure) => sum + accusing(figure), 0)
  return `## What a reader is told

The finding leads the report ([decision 0019](decisions/0019-the-finding-leads-the-report.md)). \`ai-likely\` waits for the score 0.7, \`mixed\` for marked passages
beside a rest that reads as human, and a text may be left open. Test sources, at most 250 texts a group: ${accused} of ${texts} human texts get \`ai-likely\`
or \`mixed\` (${percent(accused / Math.max(1, texts), 2)}), ${human.reduce((sum, { findings }) => sum + findings.inconclusive, 0)} are left open.

${findingTable(human)}

Machine texts. The research collections among them hold much paraphrased, adversarial and old machine text.

${findingTable(machine)}`
}
