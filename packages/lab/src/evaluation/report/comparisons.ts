import type { AuthorshipFigures, AuthorshipShare } from '../../authorship/measure.ts'
import type { ModelCard } from '../card.ts'
import type { CopiedFigure, DolosFigures, NaturalFigure, OverlapFigures } from '../overlap/measure-overlap.ts'
import { optionalPercent, percent } from '../targets.ts'
import type { SpliceFigure, VerdictFigure } from '../verdicts/verdicts.ts'
import { table, verdictTable } from './table.ts'

/** What its column says. */
function aboutDolos({ rank, natural }: DolosFigures): string {
  return `[Dolos](https://dolos.ugent.be) read the same texts, as it recommends for plain text. It ranks pairs and leaves the judgement to the reader, so it got the threshold of
${rank === 'longest' ? 'its longest fragment' : 'its similarity'} at which it shows ${natural} pairs of the classes with nothing put in, no more than the comparison of this product does.`
}

/** What the comparison of a class finds. */
export function sharedPassages({ copied, natural, class_size, dolos }: OverlapFigures): string {
  const foundByDolos = (change: string, words: number) => {
    const figure = dolos?.copied.find((one) => one.change === change && one.words === words)
    return figure ? [`${percent(figure.found / Math.max(1, figure.pairs))} (${figure.found})`] : []
  }
  return `## Shared passages in a class

The comparison of a class has no model and learns nothing. It is measured on classes of ${class_size} student texts on one topic where the source has topics. In each, a
passage of one text was put into the middle of another. *Found* counts the pairs; recall is of the characters that were copied, and precision of those in passages found between the two texts.

${table(
  [
    'what was done to the passage',
    'words',
    'pairs',
    'found',
    'recall',
    'precision',
    ...(dolos ? [`found by Dolos ${dolos.version}`] : []),
  ],
  copied.map(({ change, words, pairs, found, recall, precision }: CopiedFigure) => [
    change,
    words,
    pairs,
    `${percent(found / Math.max(1, pairs))} (${found})`,
    percent(recall),
    optionalPercent(precision),
    ...foundByDolos(change, words),
  ]),
)}
${dolos ? `\n${aboutDolos(dolos)}\n` : ''}
The same classes with nothing put in. The pairs that we looked at repeat words of the question, or of an article that the class was given, without quotation marks. In a school
the teacher pastes those, and they are left out. A shared passage is no proof of copying.

${table(
  [
    'source',
    'classes',
    'texts',
    'pairs compared',
    'pairs that share a passage',
    'a tenth of a text or more',
    'a quarter or more',
  ],
  natural.map(({ source, classes, texts, pairs, found, found_from_10, found_from_25 }: NaturalFigure) => [
    source,
    classes,
    texts,
    pairs,
    `${percent(found / Math.max(1, pairs), 2)} (${found})`,
    `${percent(found_from_10 / Math.max(1, pairs), 2)} (${found_from_10})`,
    `${percent(found_from_25 / Math.max(1, pairs), 2)} (${found_from_25})`,
  ]),
)}`
}

const kinds: Record<AuthorshipShare['kind'], string> = {
  same: 'the same writer',
  'same-other-genre': 'the same writer, another genre',
  other: 'another writer of the source',
  machine: 'a machine',
}

const optional = (value: number | null) => (value === null ? '–' : value.toFixed(3))

/** How a text is compared with a student's known texts, and how often that is wrong. */
export function earlierWriting({
  writers,
  released,
  once_a_writer,
  methods,
  machine_sources,
}: AuthorshipFigures): string {
  const rowOf = ({ kind, source, n, writers: count, differing, high }: AuthorshipShare) => [
    kinds[kind],
    source,
    n,
    count,
    `${percent(differing / Math.max(1, n), 2)} (${differing})`,
    percent(high, 2),
  ]
  return `## Earlier writing of a student

A text is compared with three to eight texts of at least 250 words that a teacher saw the student write. The comparison is no part of the score or the
finding. Its threshold is chosen so that hardly any text by the same writer *differs*; that it misses most texts by other people is the price.

Writers, not texts, are split: ${writers.fit} fit the method, ${writers.tune} choose the threshold and ${writers.held_out} measure it. These are the held-out writers; each gives at most six
comparisons. With one comparison for each, ${once_a_writer.differing} of ${once_a_writer.n} differ (95 % interval up to ${percent(once_a_writer.high, 2)}). The interval of all comparisons treats them as
independent, which those of one writer are not quite.

${table(['written by', 'source of the known texts', 'comparisons', 'writers', 'differs', '95 % interval up to'], [...released.all, ...released.by_source].map(rowOf))}

No single source has writers enough to show 1 % by itself: there the interval says how little is known.

What was tried, on the same writers. Every method's threshold is chosen in the same way:

${table(
  [
    'method',
    'AUC, other writers',
    'AUC, machines',
    'same writer differs',
    'in another genre',
    'other writers differ',
    'machines differ',
  ],
  methods.map(({ name, auc_other, auc_machine, same, same_other_genre, other, machine }) => [
    name,
    optional(auc_other),
    optional(auc_machine),
    percent(same, 2),
    percent(same_other_genre, 2),
    percent(other),
    percent(machine),
  ]),
)}

What did not work: character n-grams follow the topic, so a low error rate leaves them almost nothing to find, and the impostors method, which needs the texts of others,
does no better. All methods together find a little more, for more false results, and would ship a list of character sequences. Other students on the same course are hardly
ever told apart: **the comparison cannot show that another person wrote a text.**

Limits. The machine texts (${machine_sources.join(', ')}) are on other topics and in other genres than the known texts, which flatters the figures; a machine told to imitate the
student was not tested. The writers are bloggers, adult students who reflect on their course, and some pupils and learners; few are at school. The texts lie months, not
years, apart. Writing legitimately changes with the kind of text, with age, with practice, and with a tutor's help or a spelling checker. The drafts of argrewrite2 are too few
for each writer to be compared; they only help to say what is usual.`
}

function spliceTable(figures: readonly SpliceFigure[]): string {
  return table(
    [
      'texts',
      'read',
      'found',
      'all or most reads like AI',
      'mean error of the stated share',
      "person's words inside passages",
    ],
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

/** The findings for each group. */
export function findingFigures({ measured }: ModelCard): string {
  const { findings, verdicts } = measured
  const people = (figures: readonly VerdictFigure[], dated: boolean): VerdictFigure[] =>
    figures.filter((figure) => figure.label === 'human' && figure.dated === dated)
  const machines = (figures: readonly VerdictFigure[]): VerdictFigure[] =>
    figures.filter(({ label }) => label === 'ai')
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

${spliceTable(verdicts.splices_test)}`
}
