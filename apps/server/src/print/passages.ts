import { distinctivePhrases, type MarkedParagraph, type Topic, topicsOf } from '@penmark/contract'
import type { Content } from 'pdfmake/interfaces.d.ts'
import { heading, line, list, markColours, type PrintContext, runsOf } from './look.ts'

/** One passage: its text, its signals, and questions to ask. */
function passage(context: PrintContext, { number, paragraph, quote, questions }: Topic, paragraphs: readonly MarkedParagraph[]): Content {
  const { t, figures } = context.words
  const marked = paragraphs.flatMap(({ passages }) => passages).find((each) => each.number === number)
  const phrases = distinctivePhrases(marked?.sentences.flatMap(({ evidence }) => evidence ?? []) ?? [], 'machine').slice(0, 3)
  return {
    stack: [
      line(context, t('print.passage', { number: figures.count(number), paragraph: figures.count(paragraph) }), { style: 'subheading' }),
      {
        table: { widths: ['*'], body: [[{ text: runsOf(context, quote, 'serif'), margin: [6, 0, 0, 0] }]] },
        layout: {
          hLineWidth: () => 0,
          vLineWidth: (column: number) => (column === 0 ? 2 : 0),
          vLineColor: () => (marked?.strength === 'strong' ? markColours.strong : markColours.light),
        },
        margin: [0, 0, 0, 2],
      },
      list(context, [
        ...phrases.map(({ phrase, times }) => t('passage.commonerInAi', { phrase, times: figures.count(times) })),
        ...questions.map(({ key, phrase }) => t(key, { phrase })),
      ]),
    ],
    fontSize: 9.5,
    unbreakable: true,
  }
}

/** The passages to talk about, before the whole text in the appendix. */
export function passagesPart(context: PrintContext, paragraphs: readonly MarkedParagraph[]): Content[] {
  const topics = topicsOf(paragraphs)
  if (topics.length === 0) return []
  return [heading(context, context.words.t('navigation.title')), ...topics.map((topic) => passage(context, topic, paragraphs))]
}
