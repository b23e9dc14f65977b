import type { ModelCard } from '../card.ts'
import { optionalPercent, percent } from '../targets.ts'
import { table } from './table.ts'

/** Sentences of texts by two authors, and marks in texts by one. */
export function placesInTexts({ measured }: ModelCard): string {
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
