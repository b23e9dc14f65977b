import type { EditedFigures } from '../edited/edited-by-degree.ts'
import { type EditedLevelFigure, wantedPrecision } from '../edited/edited-level.ts'
import { optionalPercent, percent } from '../targets.ts'
import { table } from './table.ts'
import { verdictTable } from './verdict-table.ts'

const isReached = (figures: readonly EditedLevelFigure[]): boolean =>
  figures.length > 0 && figures.every(({ precision }) => precision !== null && precision >= wantedPrecision)

/** How edited texts are scored, and how reliable a level of their own would be. */
export function editedTexts({ by_degree, human_by_degree, level }: EditedFigures): string {
  return `## Edited texts

Human texts that AI polished or rewrote, and AI texts that people edited, by how many of the words were changed: those of the longer text that are not in the
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
