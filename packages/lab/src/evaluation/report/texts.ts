import type { PassageFigures } from '../boundaries.ts'
import type { ModelCard } from '../card.ts'
import type { EditedFigures } from '../edited/edited-by-degree.ts'
import { type EditedLevelFigure, wantedPrecision } from '../edited/edited-level.ts'
import { attackName, biasName, modelName, vendorName } from '../groups/groups.ts'
import { optionalPercent, percent } from '../targets.ts'
import { rateTable, table, verdictTable } from './table.ts'

/** How often students' texts are flagged, by length. */
export function flaggedByLength({ measured }: ModelCard): string {
  return `## Human texts that are flagged, by length

Every report states these figures. Dated student texts of left-out sources that did not choose the thresholds, whole or cut to the length.

${rateTable('words', measured.human_by_length)}`
}

/** Flagged human texts, by source, group and kind. */
export function humanTexts({ measured, ...card }: ModelCard): string {
  return `## Human texts that are flagged

### Test sources

${rateTable('source', measured.test_human)}

### Left-out sources

An asterisk marks texts that the audit keeps out of training and of the thresholds, with the reason below.

${rateTable('source', measured.left_out_human)}

${card.audited.map(({ source, domain, reason }) => `- \`${source}\`${domain === null ? '' : `, ${domain}`}: ${reason}`).join('\n')}

### Groups of learners (ELLIPSE)

${rateTable('group', measured.learners_by_group)}

### The collection that showed bias against learners (detector-bias)

${rateTable('texts', measured.detector_bias, biasName)}

### By kind of writing, student writing

The kind is classified by rates of common words and marks, never from the label. It moves no threshold, but for one: ${card.offsets.length === 0 ? 'none was needed' : `abstracts of research papers must stand out by ${card.offsets.map(({ by }) => by.toFixed(2)).join(', ')} more`}.

${rateTable('kind', measured.student_human_by_kind)}

${measured.unfamiliar_human.unfamiliar} of ${measured.unfamiliar_human.n} of these texts are so unlike everything learned from that their score stays below 0.5 (\`unfamiliar-writing\`): the model knows too few of
their pairs of words. The spread of the five siblings was measured for this purpose and is not used: it is no larger on wrongly flagged
human texts than on machine texts with the same score.`
}

/** Detected machine texts, by source, vendor, kind, length and attack. */
export function machineTexts({ measured }: ModelCard): string {
  return `## Machine texts that are found

### Test sources

${rateTable('source', measured.test_ai)}

### Left-out sources

${rateTable('source', measured.left_out_ai)}

### By vendor, left-out sources

${rateTable('vendor', measured.ai_by_vendor, vendorName)}

### By kind of writing, left-out sources

${rateTable('kind', measured.ai_by_kind)}

### By length, left-out sources

${rateTable('words', measured.ai_by_length)}

### By attack in the sources, left-out sources

${rateTable('attack', measured.ai_by_attack, attackName)}

### By the years in which the model came out, left-out sources

By the names of the models; texts whose source does not name one are left out.

${rateTable('years', measured.ai_by_years)}

### By model, left-out sources, at least 100 texts

${rateTable('model', measured.ai_by_model, modelName)}`
}

/** Speed, and the effect of attacks on characters and words. */
export function speedAndAttacks({ measured }: ModelCard): string {
  return `## Speed

A whole detection of ${measured.latency.texts} texts of 450 to 550 words, with spans and evidence, one thread: median ${measured.latency.p50} ms, 95 % within ${measured.latency.p95} ms
(${measured.latency.processor}; each text the quickest of five, because the machine did other work at the same time). This is the only figure that differs from run to run.

## Attacks on characters and words

The same texts before and after, student writing and debates of left-out sources.

${table(
  [
    'attack',
    'machine texts',
    'found before',
    'found after',
    'human texts',
    'flagged before',
    'flagged after',
  ],
  measured.attacks.map(({ attack, ai, found_before, found_after, human, flagged_before, flagged_after }) => [
    attack,
    ai,
    percent(found_before / Math.max(1, ai)),
    percent(found_after / Math.max(1, ai)),
    human,
    flagged_before,
    flagged_after,
  ]),
)}`
}

const isReached = (figures: readonly EditedLevelFigure[]): boolean =>
  figures.length > 0 && figures.every(({ precision }) => precision !== null && precision >= wantedPrecision)

/** How edited texts are scored, and how reliable a level of their own would be. */
export function editedTexts({ version, by_degree, human_by_degree, level }: EditedFigures): string {
  return `## Edited texts

Measured with ${version}. Human texts that AI polished or rewrote, and AI texts that people edited, by how many of the words were changed: those of the longer text that are not in the
longest sequence that both share. The more AI changed in a human text, the more often it gets a finding, and also light polish can be enough: a finding says how a
text reads, not how much of it a person thought out.

${verdictTable('human texts changed by AI, all sources', human_by_degree)}

${verdictTable('what was done', by_degree)}

**A level of its own?** "Edited by AI" would have to be right in ${percent(wantedPrecision, 0)} of the cases on sources left out. Measured with a classifier of three outcomes (human, human text
edited by AI, AI) on the statistic of the whole text, of the highest and the lowest stretch, and the length. It was fitted on other families of sources, with the
threshold that promised ${percent(wantedPrecision, 0)} there; human, edited and AI texts weigh the same. ${
    isReached(level)
      ? 'It holds on every source.'
      : '**It does not hold, so no report calls a text "edited".** The last column is the best that any threshold reaches on these very texts while it finds at least one edited text in twenty.'
  }

${table(
  ['edited texts of', 'human', 'edited', 'AI', 'precision', 'edited texts found', 'best precision'],
  level.map(({ source, human, edited: n, ai, precision, recall, best_precision }) => [
    source,
    human,
    n,
    ai,
    precision === null ? 'never stated' : optionalPercent(precision),
    percent(recall),
    percent(best_precision),
  ]),
)}`
}

/** Sentences of texts by two authors, and marks in texts by one. */
export function segmentationFigures({ measured }: ModelCard): string {
  return `## Where in a text

Texts that a person and a machine wrote together, with known places. Each sentence is judged from nine windows around it and the whole text, smoothed
along the text. *Segmentation* asks about every text; *passages* are what a report shows, and a text without a finding has none. *Overlap* is of
characters.

${table(
  [
    'source',
    'texts',
    'sentences',
    'by a machine',
    'macro-F1, segmentation',
    'macro-F1 of passages',
    'sentences in passages that are right',
    'machine sentences in passages',
    'overlap, segmentation',
    'overlap of passages',
  ],
  measured.places.map((figure) => [
    figure.source,
    figure.texts,
    figure.sentences,
    figure.ai_sentences,
    percent(figure.balanced_macro_f1),
    percent(figure.marked_macro_f1),
    optionalPercent(figure.marked_precision),
    percent(figure.marked_recall),
    percent(figure.balanced_overlap),
    percent(figure.marked_overlap),
  ]),
)}

Passages in texts that are wholly human:

${table(
  ['source', 'texts', 'sentences', 'marked', 'share', 'texts with a passage'],
  measured.false_marks.map(({ source, texts, sentences, marked, rate, texts_with_marks }) => [
    source,
    texts,
    sentences,
    marked,
    percent(rate, 2),
    texts_with_marks,
  ]),
)}`
}

/** Where passages begin and end in a person's text with one stretch by a machine. */
export function passageBoundaries({ stretches, halves }: PassageFigures): string {
  const of = (count: number, found: number): string => percent(count / Math.max(1, found))
  return `## Where passages begin and end

Dated student texts of test sources with one stretch of whole sentences by a machine, put between any two sentences; the machine texts come from sources that
the judging model had not seen. Of those that were found: how often the first marked sentence is at most one sentence away from the machine's first, and the last
from its last. A passage far from the stretch counts as wrong at the end that it moves.

${table(
  [
    'words by the machine',
    'texts',
    'found',
    'begins within one sentence',
    'ends within one sentence',
    'both',
    'both exact',
    "person's sentences marked, mean",
    'texts with more than one of them',
    'machine sentences not marked, mean',
  ],
  stretches.map((figure) => [
    figure.wanted,
    figure.texts,
    figure.found,
    of(figure.begins_within_one, figure.found),
    of(figure.ends_within_one, figure.found),
    of(figure.both_within_one, figure.found),
    of(figure.exact, figure.found),
    figure.human_marked.toFixed(2),
    of(figure.texts_with_more_than_one, figure.found),
    figure.machine_unmarked.toFixed(2),
  ]),
)}

### Half a person's, half a machine's

Essays of some 500 words in six paragraphs, three of them by a machine: in one piece, or every second one. The people and machines are those of the table above. Where a machine wrote every second
paragraph, no stretch is long enough to stand out, and little is found.

${table(
  [
    'paragraphs by the machine',
    'essays',
    'with a finding',
    'called all or most',
    'mean error of the stated share',
    "words in passages that are the person's",
  ],
  halves.map((figure) => [
    figure.group,
    figure.texts,
    percent(figure.found / Math.max(1, figure.texts)),
    figure.ai_likely,
    optionalPercent(figure.share_error),
    optionalPercent(figure.human_inside),
  ]),
)}`
}
