import type { ModelCard } from '../card.ts'
import { table } from './table.ts'

/** Limits beyond the figures, how to repeat everything, and the sources with their licences. */
export function limitsAndSources(card: ModelCard): string {
  return `## Limits

${card.limits.map((limit) => `- ${limit}`).join('\n')}
- No vendor or model is named to users: attribution does not hold on sources that it had not seen.

## Repeat it

With the texts in a folder, one file a source as named below (\`<source>.jsonl.gz\`), \`npm run lab:release -- --data FOLDER\` makes both models, their
cards, every figure and this page. Its steps, and what is measured beside them, one by one:

- \`npm run lab:train -- --data FOLDER\` learns, chooses the thresholds, measures everything and writes model and card. The same texts and seed give the same bytes.
- \`npm run lab:evaluate -- --data FOLDER\` measures again with what was learned, and writes this page.
- \`npm run lab:edited -- --data FOLDER\` measures edited texts, with what \`lab:train\` learned.
- \`npm run lab:overlap -- --data FOLDER\` measures the comparison of a class.
- \`npm run lab:authorship -- --data FOLDER\` chooses and measures the comparison with a student's earlier writing.
- \`npm run lab:vendors -- --data FOLDER\` measures vendors left out and vendors named; with \`--name open\` for the open model.
- \`npm run lab:left-out -- --data FOLDER\` measures years, kinds of writing and attacks left out.
- \`npm run lab:verify -- --data FOLDER\` compares the figures of the test sources, the hashes of the texts and the model file with the card.
- \`npm run lab:previous -- --checkout FOLDER --data FOLDER\` measures an earlier version, checked out in a folder of its own, on the same texts.

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
)}`
}
