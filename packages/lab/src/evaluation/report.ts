import type { ModelCard } from './card.ts'
import type { Rate } from './figures.ts'
import { ratePlot, reliabilityPlot } from './plot.ts'
import { optionalPercent, percent, targets } from './targets.ts'
import { namedVendors, type VendorFigures } from './vendors.ts'

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

const tried = `What was tried for the figures that are not reached, each chosen on sources left out whole with a limit for the worst one
([decision 12](decisions/0012-settings-chosen-on-left-out-sources.md), [decision 14](decisions/0014-what-students-write-leads.md)): n-grams of four
words and shapes of six (no gain beyond chance), skeletons of function words (kept), finer bins of style (kept), wider hashes (kept for their size),
twice the texts a source, twice the passes, averaged passes, lost n-grams, a loss that leans on hard texts, more noise (none moved more than half a
point), a model of student writing alone (finds a quarter more of the debates, and fails on university writing that it does not know), and the
same in part: student writing weighs five times as much as other prose (kept: the largest gain). What would help is more kinds of writing, and human
personal statements above all.`

function openSection(open: ModelCard | null): string {
  if (open === null) return ''
  return `## The open model

\`${open.name}\` ${open.version} learned from ${open.texts.human} human and ${open.texts.ai} machine texts of ${open.texts.sources} sources: human texts under free licences alone, and machine
texts that are free or carry no statement, ${open.skeletons ? 'by the same recipe' : 'by the recipe before'}. It may be used for any purpose. SHA-256 \`${open.model_file.sha256}\`.
${open.skeletons ? '' : 'Its weights are still those of version 0.2, learned before [decision 14](decisions/0014-what-students-write-leads.md); its cuts, kinds, sentences and probabilities are new. Learning it again by the present recipe gives another model.\n'}

${table(
  ['figure', 'wanted', 'measured', 'reached'],
  targets(open, null).map(({ what, wanted, measured, reached }) => [what, wanted, measured, reached ? 'yes' : '**no**']),
)}

${rateTable('human texts of test sources', open.measured.test_human)}

`
}

function vendorSection(vendors: VendorFigures | null): string {
  if (vendors === null) return ''
  const stated = vendors.attribution.reduce((sum, one) => sum + one.stated, 0)
  const right = vendors.attribution.reduce((sum, one) => sum + one.stated_right, 0)
  const confusion = namedVendors.map((truth, i) => [
    truth,
    ...namedVendors.map((_, said) => vendors.attribution.reduce((sum, one) => sum + (one.confusion[i]?.[said] ?? 0), 0)),
  ])
  return `## Vendors

Measured with ${vendors.texts} texts, fewer a source than the released model, and one model each, not the mean of five.

**Left out.** Models that never saw a text of the vendor; machine texts of the vendor and students' human texts, both with prompts that taught nothing:

${table(
  ['vendor', 'human', 'machine', 'AUC', 'found at 1 % false positives'],
  vendors.left_out.map(({ vendor, human, ai, auc, tpr_at_1 }) => [
    vendor,
    human,
    ai,
    auc === null ? '–' : auc.toFixed(4),
    optionalPercent(tpr_at_1),
  ]),
)}

**Named.** Models that tell the three vendors apart, one source left out at a time. A statement is made for texts of at least 300 words, from the
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

${table(['', ...namedVendors], confusion)}

`
}

/** The page and its plots, by their paths under `docs/`. Every figure is one of the cards'. */
export function writeReport(card: ModelCard, open: ModelCard | null, vendors: VendorFigures | null): Record<string, string> {
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
  targets(card, vendors).map(({ what, wanted, measured: value, reached }) => [what, wanted, value, reached ? 'yes' : '**no**']),
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

### By kind of writing, student writing

The kind is told from rates of common words and marks, never from the label. Each kind has cuts of its own; where it is in doubt, the strictest hold.
A personal statement is any text in which at least four words in a hundred are "I", "me" or "my": no human text of that genre could be used for
training or calibration, so its cut is the strictest of all, raised once more.

${rateTable('kind', measured.student_human_by_kind)}

${measured.unfamiliar_human.unfamiliar} of ${measured.unfamiliar_human.n} of these texts are so unlike everything learned from that they get no finding (\`unfamiliar-writing\`): the model knows too few of
their pairs of words. The spread of the five siblings was measured for this purpose and is not used: it is no larger on wrongly flagged
human texts than on machine texts with the same score.

## Machine texts that are found

![Machine texts found by source](evaluation/machine.svg)

### Test sources

${rateTable('source', measured.test_ai)}

### Left-out sources

${rateTable('source', measured.left_out_ai)}

### By vendor, left-out sources

${rateTable('vendor', measured.ai_by_vendor)}

### By kind of writing, left-out sources

${rateTable('kind', measured.ai_by_kind)}

### By length, left-out sources

${rateTable('words', measured.ai_by_length)}

### By attack in the sources, left-out sources

${rateTable('attack', measured.ai_by_attack)}

### By model, left-out sources, at least 100 texts

${rateTable('model', measured.ai_by_model)}

## How well the two are told apart

By the score as shipped, with its cuts for length and kind, but at the cuts of these very texts: area under the curve, and machine texts found where
5, 1 and 0.1 % of these human texts are flagged.

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

## The stated probability

Beside the score, a detection states a probability: what share of texts is a machine's among texts of this length that lie so far above the cut, where
human and machine texts, and in each all sources, weigh the same. It was fitted on left-out sources and is measured here on texts that did not
fit it: calibration error ${measured.probability.ece.toFixed(3)}, Brier score ${measured.probability.brier.toFixed(3)}, ${measured.probability.texts} texts. It holds for such a mix and for no other.

![Stated probability and share of machine texts](evaluation/reliability.svg)

${table(
  ['stated', 'texts', 'mean stated', 'machine'],
  measured.probability.bins.map(({ from, n, stated, machine }) => [`from ${percent(from, 0)}`, n, percent(stated), percent(machine)]),
)}

${vendorSection(vendors)}## Speed

A whole detection of ${measured.latency.texts} texts of 450 to 550 words, with spans and evidence, one thread: median ${measured.latency.p50} ms, 95 % within ${measured.latency.p95} ms
(${measured.latency.processor}; the machine did other work at the same time). This is the only figure that differs from run to run.

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

Texts that a person and a machine wrote together, with known places. A sentence's probability comes from nine windows around it and the whole text,
smoothed along the text. At the *balanced* cut, chosen on texts put together from training sources, both labels weigh the same. *Marked*
sentences are those that the report highlights: they stand out after correction for their number and never stand alone. *Overlap* is of characters.

${table(
  [
    'source',
    'texts',
    'sentences',
    'by a machine',
    'macro-F1, balanced',
    'macro-F1 at 0.5',
    'macro-F1 of marks',
    'marks that are right',
    'machine sentences marked',
    'overlap, balanced',
    'overlap of marks',
  ],
  measured.places.map((figure) => [
    figure.source,
    figure.texts,
    figure.sentences,
    figure.ai_sentences,
    percent(figure.balanced_macro_f1),
    percent(figure.macro_f1),
    percent(figure.marked_macro_f1),
    optionalPercent(figure.marked_precision),
    percent(figure.marked_recall),
    percent(figure.balanced_overlap),
    percent(figure.marked_overlap),
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
- No vendor or model is named to users: attribution does not hold on sources that it had not seen.

## Repeat it

With the texts in a folder, one file a source as named below (\`<source>.jsonl.gz\`):

- \`npm run lab:train -- --data FOLDER\` learns, chooses the cuts, measures everything and writes model and card. The same texts and seed give the same bytes.
- \`npm run lab:evaluate -- --data FOLDER\` measures again with what was learned, and writes this page.
- \`npm run lab:vendors -- --data FOLDER\` measures vendors left out and vendors named.
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
    'evaluation/reliability.svg': reliabilityPlot('Stated probability and share of machine texts', measured.probability.bins),
    'evaluation/machine.svg': ratePlot('Machine texts with a score of 0.5 or more, by source', onMachines, 1),
  }
}
