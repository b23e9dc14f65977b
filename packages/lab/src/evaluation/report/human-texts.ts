import type { ModelCard } from '../card.ts'
import { optionalPercent, percent } from '../targets.ts'
import { rateTable, table } from './table.ts'

/** Human texts that are flagged, by source, length, group and kind. */
export function humanTexts({ measured, ...card }: ModelCard): string {
  return `## Human texts that are flagged

![Flagged human texts by source](evaluation/human.svg)

### Test sources

${rateTable('source', measured.test_human)}

### Left-out sources

An asterisk marks texts that the audit keeps out of training and of the cuts, with the reason below.

${rateTable('source', measured.left_out_human)}

${card.audited.map(({ source, domain, reason }) => `- \`${source}\`${domain === null ? '' : `, ${domain}`}: ${reason}`).join('\n')}

### By length, student writing

${rateTable('words', measured.human_by_length)}

### Calibration texts by length

Student texts of left-out sources that did not choose the cuts. With 95 % confidence the true rate lies below the last column.

${table(
  ['words', 'texts', 'score ≥ 0.5', 'share', 'below'],
  card.calibration.map(({ from, to, n, flagged, false_positive_rate, ninety_five_percent_below }) => [
    to === null ? `${from} and more` : `${from}–${to}`,
    n,
    flagged,
    optionalPercent(false_positive_rate),
    percent(ninety_five_percent_below, 2),
  ]),
)}

### Groups of learners (ELLIPSE)

${rateTable('group', measured.learners_by_group)}

### The collection that showed bias against learners (detector-bias)

${rateTable('texts', measured.detector_bias)}

### By kind of writing, student writing

The kind is told from rates of common words and marks, never from the label. Each kind has cuts of its own; where it is in doubt, the strictest hold.
Personal writing is any text in which at least four words in a hundred are "I", "me" or "my", as in a statement for admission: no human text of that
genre could be used for training or calibration, so its cut is the strictest of all, raised by two units of log-odds
([threshold experiments](experiments/thresholds.md)).

${rateTable('kind', measured.student_human_by_kind)}

${measured.unfamiliar_human.unfamiliar} of ${measured.unfamiliar_human.n} of these texts are so unlike everything learned from that they get no finding (\`unfamiliar-writing\`): the model knows too few of
their pairs of words. The spread of the five siblings was measured for this purpose and is not used: it is no larger on wrongly flagged
human texts than on machine texts with the same score.`
}
