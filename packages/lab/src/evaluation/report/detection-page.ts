import type { ModelCard } from '../card.ts'
import { percent } from '../targets.ts'
import { positiveCount } from '../verdicts/verdicts.ts'
import { table } from './table.ts'

/** How well imaginative writing is recognised. */
function recognised({ creative }: ModelCard): string {
  if (creative === undefined) return ''
  return `![Creative prose recognised, by source left out whole](evaluation/creative.svg)

Each line is a collection that the judge of the plot had not learned. What is taken for imaginative writing by mistake, and what is promised for which kind of writing, is in
[the evaluation](evaluation.md#by-kind-of-writing).

`
}

/**
 * How the detector comes to a finding, whom it spares and what it finds, for a reader who wants to understand
 * it in a few minutes.
 */
export function detectionStory(card: ModelCard): string {
  const { measured } = card
  const worst = [...measured.verdicts.test, ...measured.verdicts.left_out]
    .filter(({ label, dated, texts }) => label === 'human' && dated && texts >= 100)
    .toSorted((a, b) => positiveCount(b) / b.texts - positiveCount(a) / a.texts)[0]
  const students = measured.separation.find(({ group }) => group.startsWith('students'))
  return `# How the detector reads

This page is written by \`npm run lab -- evaluate\` from \`models/${card.name}.card.json\`, version ${card.version}. The rates that every report states, the policy in full, the targets that were
missed and the limits are in [the evaluation](evaluation.md).

## From a text to a finding

**The first reader knows phrases.** A linear model adds up what each word, pair and triple of words, and the style, say for a person or for a machine
([decision 0015](decisions/0015-linear-model.md)). It gives the reasons that a report shows, and it is strong where a student's text holds a short passage by a machine.

**The second reads in context.** A small neural network, trained from scratch, judges each word among its neighbours ([decision 0015](decisions/0015-linear-model.md)). It
knows the ways of today's models in genres that the first finds hard, gives no reasons, and is weak on short passages. What both say of a stretch of text is added.

1. The whole text is judged, and every stretch of it of about ${card.stretches.slice(0, -1).join(', ')} and ${card.stretches.at(-1)} words. The one that stands out most counts.
2. That is compared with **students' texts of the same length from before November 2022**, when nobody handed in what a chat model wrote. The fewer of them stand out as much,
   the higher the score.
3. Only a text that stands out more than all but a handful of several thousand of those gets a finding, and then its passages are marked in whole sentences. Otherwise the
   report says that nothing stands out, or that it cannot be told.

The model that judged the texts below was never told who wrote them, nor who wrote any other text of the same family of sources. One that was taught with a collection would know it too well.
[The detector's file explained](detector-file.md) follows one text through every number.

## Whom it spares

![Flagged human texts by source](evaluation/human.svg)

Each line is a collection of texts by people: the dot is the share that is flagged, the bar its 95 % interval. ${worst === undefined ? '' : `Of those that are certainly by people, since they are older than chat models, and have at least 100 texts, the worst is \`${worst.group}\`: ${positiveCount(worst)} of ${worst.texts}.`}
Thresholds are chosen for all people together and for each collection by itself, so that learners of English do not pay for everybody else's low rate.
${card.retellings === undefined ? '' : `Short retellings of what others did, such as summaries of a case or a meeting, must stand out more: until 0.8.1 people who wrote them were flagged [more often than promised](evaluation.md#short-retellings).\n`}
## What was wrong until version 0.7.1

From the first version on, imaginative writing was flagged about fifty times as often as every report promised. Of 149 stories and descriptions that three children wrote against the
clock, 8 got a finding (5.4 %), while every report said "fewer than 1 in 1,000 human texts of this length". That rate had been measured on students' essays, reports and reflections, and held for
those alone. It was found by trying kinds of texts that the calibration lacked.

Talented pupils and machines write alike there, and the detector had learned four times as many machine stories as human ones, none of them by pupils. Since 0.7.1 imaginative writing, all of a text
or the part that stands out, gets no score and no finding. Reports name the kinds of texts that their rate was measured on, and findings of earlier versions that do not stand are withdrawn
([decision](decisions/0102-no-score-for-imaginative-writing.md)).

${recognised(card)}## What it finds

![AI texts found by kind of writing and by years](evaluation/found.svg)

What kind of writing a text is matters more than which year its model came out. Short texts, learners' writing and personal writing are missed more often than others; base models of before 2023 do
not write as chat models do, and are found less.

${table(
  ['words', 'AI texts', 'found'],
  measured.ai_by_length.map(({ group, n, rate }) => [group.trim(), n, percent(rate)]),
)}

## How well people and machines can be told apart at all

![AI texts found while few people are flagged, by collection](evaluation/separation.svg)

A threshold can always be moved. This shows what each collection would allow: the dot is the share of its AI texts that are found where 1 % of its people are flagged, the bar goes from 0.1 %
to 5 %. ${students === undefined ? '' : `For students' texts of all collections together it is ${percent(students.tpr_at_0_1 ?? 0)} at 0.1 %, ${percent(students.tpr_at_1 ?? 0)} at 1 % and ${percent(students.tpr_at_5 ?? 0)} at 5 %.`} Where the bar is long or far to the left, the readers themselves are at their limit, and no threshold would help:
more and newer texts would. Older base models and texts that were rewritten to escape are there.

## Repeat it

\`npm run lab -- release --data FOLDER\` makes the models, every figure and these pages from texts in a folder; [the lab's encoder](../packages/lab/encoder/README.md) says how the second reader is
trained. What was tried and did not help is in [the experiments](experiments/training.md).
`
}
