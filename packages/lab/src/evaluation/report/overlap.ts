import type { CopiedFigure, NaturalFigure, OverlapFigures } from '../overlap/measure-overlap.ts'
import { optionalPercent, percent } from '../targets.ts'
import { table } from './table.ts'

/** What the comparison of a class finds. */
export function sharedPassages({ copied, natural, class_size }: OverlapFigures): string {
  return `## Shared passages in a class

The comparison of a class has no model and learns nothing. It is measured on classes of ${class_size} student texts on one topic where the source has topics. In each, a
passage of one text was put into the middle of another. *Found* counts the pairs; recall is of the characters that were copied, and precision of those in passages found between the two texts.

${table(
  ['what was done to the passage', 'words', 'pairs', 'found', 'recall', 'precision'],
  copied.map(({ change, words, pairs, found, recall, precision }: CopiedFigure) => [
    change,
    words,
    pairs,
    `${percent(found / Math.max(1, pairs))} (${found})`,
    percent(recall),
    optionalPercent(precision),
  ]),
)}

The same classes with nothing put in. The pairs that we looked at repeat words of the question, or of an article that the class was given, without quotation marks. In a school
the teacher pastes those, and they are left out. A shared passage is no proof of copying.

${table(
  ['source', 'classes', 'texts', 'pairs compared', 'pairs that share a passage', 'a tenth of a text or more', 'a quarter or more'],
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
