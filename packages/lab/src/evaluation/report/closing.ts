import type { ReleaseCost } from '../../release/run-step.ts'
import { version } from '../../training/train.ts'
import type { ModelCard } from '../card.ts'
import { table } from './table.ts'

const stepNames: Record<string, string> = {
  train: 'read and compare the texts, learn the words',
  evaluate: 'read in context, choose the thresholds, measure, write model and card',
  edited: 'edited texts, by degree, and whether a level of their own would hold',
  vendors: 'vendors left out and named',
  'left-out': 'years, kinds of writing and attacks left out',
}

const minutes = (seconds: number): string => `${(seconds / 60).toFixed(1)} min`

/** What repeating everything costs. */
export function releaseCost({ date, processor, cores, wall_seconds: wall, steps }: ReleaseCost): string {
  const processorSeconds = steps.reduce((total, step) => total + step.processor_seconds, 0)
  return `## What a release costs

\`npm run lab -- release\` on ${date}, ${cores} cores of ${processor}, two steps at a time. The machine did other work as well, so the processor time says more than the time on the clock:
with two cores to itself the command needs between ${minutes(processorSeconds / 2)} and ${minutes(processorSeconds)}, by how well its steps fill both.

${table(
  ['model', 'step', 'time', 'processor time', 'largest memory'],
  [
    ...steps.map(({ model, step, wall_seconds, processor_seconds, peak_megabytes }) => [
      model,
      stepNames[step] ?? step,
      minutes(wall_seconds),
      minutes(processor_seconds),
      `${(peak_megabytes / 1_000).toFixed(1)} GB`,
    ]),
    ['both', 'all', minutes(wall), minutes(processorSeconds), ''],
  ],
)}`
}

/** What the figures do not say. */
export function limits(card: ModelCard): string {
  return `## Limits

${card.limits.map((limit) => `- ${limit}`).join('\n')}
- No vendor or model is named to users: attribution does not hold on sources that it had not seen.`
}

/** How to make every figure again, and where all of them are. */
export function repeatAll(card: ModelCard): string {
  return `## Repeat it

${
  card.version === version
    ? ''
    : `The figures on this page are those of ${card.version}. The lab beside it makes ${version}, from more sources and smaller samples, so \`lab verify\` agrees with this card
only in a checkout of its release.\n\n`
}With the texts in a folder, one file a source (\`<source>.jsonl.gz\`), and the stories that \`npm run lab -- gather\` takes from public repositories in another,
\`npm run lab -- release --data FOLDER --gathered FOLDER\` makes both models, their cards, every figure and this page, and
\`npm run lab -- verify --data FOLDER\` compares the figures of the test sources, the hashes of the texts and the model file with the card.

**All figures** stand in \`evaluation-in-full.md\`, which comes with each release, and which \`npm run generate -- full-pages\` writes into \`release/\`: every source with its licence, group
of learners, kind of writing, length, vendor, model, year and attack, edited texts, texts by both, the release before, other detectors, and every step of a release by itself.`
}

/** Each step of a release by itself, and the sources with their licences. */
export function stepsAndSources(card: ModelCard): string {
  return `## Step by step

The texts are in a folder, one file a source as named below (\`<source>.jsonl.gz\`). \`npm run lab -- release --data FOLDER --gathered FOLDER\` does everything; one by one:

- \`npm run lab -- train --data FOLDER\` learns the linear models. The same texts and seed give the same bytes.
- \`packages/lab/encoder\` says how the second reader is trained: \`npm run lab -- tokens --data FOLDER\` numbers its texts, and programs in Python learn from them and write
  ONNX files.
- \`npm run lab -- evaluate --data FOLDER\` chooses the thresholds with what was learned, measures everything, and writes model, card and the evaluation page. What an encoder
  read is kept, so that each text is read once.
- \`npm run lab -- creative --data FOLDER --gathered FOLDER --measure\` trains the reader of imaginative writing, writes it into the model, and measures stories.
- \`npm run lab -- edited --data FOLDER\` measures edited texts, with what \`lab train\` learned.
- \`npm run lab -- boundaries --data FOLDER\` measures where passages begin and end, with what \`lab train\` learned.
- \`npm run lab -- overlap --data FOLDER\` measures the comparison of a class.
- \`npm run lab -- authorship --data FOLDER\` chooses and measures the comparison with a student's earlier writing.
- \`npm run lab -- vendors --data FOLDER\` measures vendors left out and vendors named; with \`--name open\` for the open model.
- \`npm run lab -- left-out --data FOLDER\` measures years, kinds of writing and attacks left out.
- \`npm run lab -- verify --data FOLDER\` compares the figures of the test sources, the hashes of the texts and the model file with the card.
- \`npm run lab -- previous --checkout FOLDER --data FOLDER\` measures an earlier version, checked out in a folder of its own, on the same texts.

## Sources

${table(
  [
    'source',
    'repository',
    'licence as stated',
    'class',
    'use',
    'human',
    'machine',
    'left out as overlapping a test',
  ],
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
)}`
}
