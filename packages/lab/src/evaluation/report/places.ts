import type { ModelCard } from '../card.ts'
import { optionalPercent, percent } from '../targets.ts'
import { table } from './table.ts'

/** Sentences of texts by two hands, and marks in texts by one. */
export function placesInTexts({ measured }: ModelCard): string {
  return `## Where in a text

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
)}`
}
