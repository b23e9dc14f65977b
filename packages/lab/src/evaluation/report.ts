import type { ModelCard } from './card.ts'
import type { Rate } from './figures.ts'
import { ratePlot } from './plot.ts'
import { optionalPercent, percent, targets } from './targets.ts'

type Cell = string | number

function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]): string => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

const rateRow = (rate: Rate): Cell[] => [
  rate.group,
  rate.n,
  rate.flagged,
  percent(rate.rate, 2),
  `${percent(rate.interval.low, 2)} – ${percent(rate.interval.high, 2)}`,
  rate.strictly_flagged,
]

function rateTable(name: string, rates: readonly Rate[]): string {
  return table([name, 'texts', 'score ≥ 0.5', 'share', '95 % interval', 'score ≥ 0.7'], rates.map(rateRow))
}

const tried = `What was tried for the figures that are not reached: several filters on n-grams, longer and shorter crops, more passes, other
weights for small sources, more weight on the sources with old and base models, a loss that leans on hard texts, and training with and without
noise. Each was chosen on sources left out whole, with the limit for the worst source; all lay so close together that the simplest was kept.
The measurements are in [decision 12](decisions/0012-settings-chosen-on-left-out-sources.md).`

function openSection(open: ModelCard | null): string {
  if (open === null) return ''
  return `## The open model

\`${open.name}\` ${open.version} learned by the same recipe from ${open.texts.human} human and ${open.texts.ai} machine texts of ${open.texts.sources} sources: human texts under free licences alone, and machine
texts that are free or carry no statement. It may be used for any purpose. SHA-256 \`${open.model_file.sha256}\`.

${table(
  ['figure', 'wanted', 'measured', 'reached'],
  targets(open).map(({ what, wanted, measured, reached }) => [what, wanted, measured, reached ? 'yes' : '**no**']),
)}

${rateTable('human texts of test sources', open.measured.test_human)}

`
}

/** The page and its plots, by their paths under `docs/`. Every figure is one of the cards'. */
export function writeReport(card: ModelCard, open: ModelCard | null): Record<string, string> {
  const { measured, model_file: file } = card
  const onStudents = [...measured.test_human, ...measured.left_out_human]
    .filter(({ group, n }) => n >= 30 && !group.endsWith('*'))
    .toSorted((a, b) => b.rate - a.rate)
  const onMachines = [...measured.test_ai, ...measured.left_out_ai].filter(({ n }) => n >= 30).toSorted((a, b) => b.rate - a.rate)
  const page = `# How well the detector judges

This page is written by \`npm run lab:evaluate\` from \`models/${card.name}.card.json\`; no figure on it is typed by hand.

Model \`${card.name}\` ${card.version}, seed ${card.seed}, ${file.n_grams} n-grams, ${(file.bytes / 1e6).toFixed(1)} MB, SHA-256 \`${file.sha256}\`.
It learned from ${card.texts.human} human and ${card.texts.ai} machine texts of ${card.texts.sources} sources. Use: ${card.use === 'any' ? 'any' : 'evaluation and non-commercial use only'}.

**How to read it.** *Test* sources teach nothing to any model. A *left-out* source is judged by a model that was trained without its whole family of
sources, so it shows what happens with writing that the detector has never met. A text is flagged at a score of 0.5.

${card.thresholds.map(({ score, rule }) => `- Score ${score}: ${rule}`).join('\n')}

## What was to be reached

${table(
  ['figure', 'wanted', 'measured', 'reached'],
  targets(card).map(({ what, wanted, measured: value, reached }) => [what, wanted, value, reached ? 'yes' : '**no**']),
)}

${tried}

## Human texts that are flagged

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

## Machine texts that are found

![Machine texts found by source](evaluation/machine.svg)

### Test sources

${rateTable('source', measured.test_ai)}

### Left-out sources

${rateTable('source', measured.left_out_ai)}

### By vendor, left-out sources

${rateTable('vendor', measured.ai_by_vendor)}

### By length, left-out sources

${rateTable('words', measured.ai_by_length)}

### By attack in the sources, left-out sources

${rateTable('attack', measured.ai_by_attack)}

### By model, left-out sources, at least 100 texts

${rateTable('model', measured.ai_by_model)}

## How well the two are told apart

Without any cut of ours: area under the curve, and machine texts found where 5, 1 and 0.1 % of these human texts are flagged.

${table(
  ['texts', 'human', 'machine', 'AUC', 'at 5 %', 'at 1 %', 'at 0.1 %'],
  measured.separation.map(({ group, human, ai, auc, tpr_at_5, tpr_at_1, tpr_at_0_1 }) => [
    group,
    human,
    ai,
    auc === null ? '–' : auc.toFixed(4),
    optionalPercent(tpr_at_5),
    optionalPercent(tpr_at_1),
    optionalPercent(tpr_at_0_1),
  ]),
)}

## Attacks on characters and words

The same texts before and after, student writing and debates of left-out sources.

${table(
  ['attack', 'machine texts', 'found before', 'found after', 'human texts', 'flagged before', 'flagged after'],
  measured.attacks.map(({ attack, ai, found_before, found_after, human, flagged_before, flagged_after }) => [
    attack,
    ai,
    percent(found_before / Math.max(1, ai)),
    percent(found_after / Math.max(1, ai)),
    human,
    flagged_before,
    flagged_after,
  ]),
)}

## Where in a text

Texts that a person and a machine wrote together, with known places. *Marked* sentences are those that the report highlights.

${table(
  [
    'source',
    'texts',
    'sentences',
    'by a machine',
    'macro-F1 at 0.5',
    'macro-F1 of marks',
    'marks that are right',
    'machine sentences marked',
  ],
  measured.places.map(({ source, texts, sentences, ai_sentences, macro_f1, marked_macro_f1, marked_precision, marked_recall }) => [
    source,
    texts,
    sentences,
    ai_sentences,
    percent(macro_f1),
    percent(marked_macro_f1),
    optionalPercent(marked_precision),
    percent(marked_recall),
  ]),
)}

Marks in texts that are wholly human:

${table(
  ['source', 'texts', 'sentences', 'marked', 'share', 'texts with a mark'],
  measured.false_marks.map(({ source, texts, sentences, marked, rate, texts_with_marks }) => [
    source,
    texts,
    sentences,
    marked,
    percent(rate, 2),
    texts_with_marks,
  ]),
)}

${openSection(open)}## Limits

${card.limits.map((limit) => `- ${limit}`).join('\n')}
- No vendor or model is named to users: attribution did not hold on sources and models that it had not seen.

## Repeat it

With the texts in a folder, one file a source as named below (\`<source>.jsonl.gz\`):

- \`npm run lab:train -- --data FOLDER\` learns, chooses the cuts, measures everything and writes model and card. The same texts and seed give the same bytes.
- \`npm run lab:evaluate -- --data FOLDER\` measures again with what was learned, and writes this page.
- \`npm run lab:verify -- --data FOLDER\` compares the figures of the test sources, the hashes of the texts and the model file with the card.

## Sources

${table(
  ['source', 'repository', 'licence as stated', 'class', 'use', 'human', 'machine', 'left out as overlapping a test'],
  card.sources.map(({ name, repository, licence, class: licenceClass, use, human, ai, overlapping }) => [
    name,
    repository,
    licence,
    licenceClass,
    use,
    human,
    ai,
    overlapping,
  ]),
)}
`
  return {
    'evaluation.md': page,
    'evaluation/human.svg': ratePlot('Human texts with a score of 0.5 or more, by source', onStudents, 0.1),
    'evaluation/machine.svg': ratePlot('Machine texts with a score of 0.5 or more, by source', onMachines, 1),
  }
}
