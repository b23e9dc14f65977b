import type { ModelCard } from '../card.ts'
import { percent } from '../targets.ts'
import { accusing, type SpliceFigure, type VerdictFigure } from '../verdicts.ts'
import { table } from './table.ts'

function verdictTable(name: string, figures: readonly VerdictFigure[]): string {
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
        figure.group,
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

/** What a reader is told in the end. */
export function findingsTold({ measured }: ModelCard): string {
  const { findings, verdicts, edited } = measured
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

${spliceTable(verdicts.splices_test)}

### Edited texts

Human texts that a machine polished, and machine texts that people edited. No report calls a text "edited": texts with little polish are judged like their
human originals and texts with much of it like machine texts. Whether a threshold could tell them apart has not been measured.

${verdictTable('what was done', edited)}`
}
