import type { ModelCard } from '../card.ts'
import { targets } from '../targets.ts'
import type { VendorFigures } from '../vendors.ts'
import { table } from './table.ts'

const tried = `What was tried for the figures that are not reached, each chosen on sources left out whole with a limit for the worst one
([training experiments](experiments/training.md)): n-grams of four
words and shapes of six (no gain beyond chance), skeletons of function words (kept), finer bins of style (kept), wider hashes (kept for their size),
twice the texts a source, twice the passes, averaged passes, lost n-grams, a loss that leans on hard texts, more noise (none moved more than half a
point), a model of student writing alone (finds a quarter more of the debates, and fails on university writing that it does not know), and the
same in part: student writing weighs five times as much as other prose (kept: the largest gain). Then
([training experiments](experiments/training.md)): n-grams that agree between sources first, single views of a text, sources with a
large loss first, softer labels, another scale for length, still more noise against slips of spelling, and for sentences a decoder that knows how long passages
are (none better); the largest weights clipped, on both sides or on one, weights bent by a power, and style measures that weigh less or more (none better by more
than half a point). Misspelt words read as the word that one slip leads from, in every text, halve what slips of spelling cost and lose more than two points of
the debates (not kept); in texts that are full of slips alone they cost less than a point elsewhere
([misspelling experiments](experiments/misspellings.md); kept). The cuts were made to keep the promise for every source over all kinds of writing
([threshold experiments](experiments/thresholds.md); kept). What would help is more kinds of writing, human personal statements and abstracts above
all, and a small language model trained elsewhere.`

/** What the page is, what it is about and what was to be reached. */
export function opening(card: ModelCard, vendors: VendorFigures | null): string {
  const { model_file: file } = card
  return `# How well the detector judges

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

${tried}`
}
