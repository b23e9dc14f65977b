import {
  distinctivePhrases,
  type MarkedParagraph,
  type Strength,
  type Stretch,
  type Topic,
  topicsOf,
} from '@penmark/wording'
import type { Content } from 'pdfmake/interfaces.d.ts'
import { heading, ink, line, list, markColours, type PrintContext, quiet, runsOf } from './layout.ts'

/** How many characters one file prints: some 60 pages. Longer texts are cut there, with a note. */
export const maxPrintedCharacters = 150_000

/** Tints, and lines that stay distinguishable in greyscale: solid, dotted, none. */
function highlightStyle(strength: Strength) {
  return {
    decoration: 'underline' as const,
    decorationStyle: strength === 'strong' ? ('solid' as const) : ('dotted' as const),
    decorationThickness: strength === 'strong' ? 1.1 : 1.3,
    decorationColor: ink,
    background: strength === 'strong' ? '#f6d9c4' : '#fbeedd',
  }
}

/** What the marks mean, in one line. */
function legend(context: PrintContext, isMarked: boolean): Content {
  const { t } = context.wording
  const margin: [number, number, number, number] = [0, 0, 0, 6]
  if (!isMarked) return line(context, t('text.unmarked'), { margin })
  const samples = (['strong', 'weaker'] as const).flatMap((strength) => [
    ...runsOf(context, t(`legend.${strength}`)).map((run) => ({
      ...run,
      color: ink,
      ...highlightStyle(strength),
    })),
    ...runsOf(context, `  ${t(`legend.${strength}.text`)}   `),
  ])
  return { text: samples, margin }
}

/** Characters per block: layout time grows with the square of a block's length. */
const blockCharacters = 3_000

/**
 * Splits a very long paragraph into blocks, at a blank where possible. `begins` is false if a passage
 * continues from the block before.
 */
export function blocksOf(stretches: readonly Stretch[]): (Stretch & { begins: boolean })[][] {
  const blocks: (Stretch & { begins: boolean })[][] = [[]]
  let remaining = blockCharacters
  for (const { text, passage } of stretches) {
    let rest = text
    while (rest.length > remaining) {
      const blank = rest.lastIndexOf(' ', remaining)
      const head = rest.slice(0, blank > 0 ? blank + 1 : remaining)
      if (head !== '') blocks.at(-1)?.push({ text: head, passage, begins: rest === text })
      rest = rest.slice(head.length)
      blocks.push([])
      remaining = blockCharacters
    }
    if (rest !== '') blocks.at(-1)?.push({ text: rest, passage, begins: rest === text })
    remaining -= rest.length
  }
  return blocks.filter((block) => block.length > 0)
}

function paragraph(context: PrintContext, { leftOut, stretches }: MarkedParagraph): Content[] {
  const blocks = blocksOf(stretches)
  return blocks.map((block, index) => {
    const text: Content[] = block.flatMap(({ text, passage, begins }): Content[] => {
      if (passage === null) return runsOf(context, text, 'serif')
      const number = {
        text: `${context.wording.format.count(passage.number)}\u00a0`,
        font: 'sans',
        bold: true,
        fontSize: 7,
      }
      return [
        ...(begins ? [number] : []),
        ...runsOf(context, text, 'serif').map((run) => ({ ...run, ...highlightStyle(passage.strength) })),
      ]
    })
    const emphasis = leftOut === 'heading' ? { bold: true } : leftOut === 'references' ? { color: quiet } : {}
    return { text, style: 'text', ...emphasis, margin: [0, 0, 0, index === blocks.length - 1 ? 7 : 0] }
  })
}

/** Where a text has no blanks, it is cut anywhere. */
function cutBetweenWords(text: string, length: number): string {
  const head = text.slice(0, length)
  const blank = head.lastIndexOf(' ')
  return (blank > 0 ? head.slice(0, blank) : head).toWellFormed()
}

/**
 * The beginning of a text in so many characters, cut between words, and how many characters are then missing.
 */
export function beginningOf(
  paragraphs: readonly MarkedParagraph[],
  mostCharacters: number,
): { printed: MarkedParagraph[]; omittedCharacters: number } {
  let remaining = mostCharacters
  const printed: MarkedParagraph[] = []
  for (const paragraph of paragraphs) {
    if (remaining <= 0) break
    const stretches: Stretch[] = []
    for (const { text, passage } of paragraph.stretches) {
      if (remaining > 0)
        stretches.push({
          text: text.length > remaining ? `${cutBetweenWords(text, remaining)}…` : text,
          passage,
        })
      remaining -= text.length
    }
    printed.push({ ...paragraph, stretches })
  }
  const all = paragraphs.reduce((sum, { characters }) => sum + characters, 0)
  return { printed, omittedCharacters: Math.max(0, all - mostCharacters) }
}

interface ShownText {
  isScored: boolean
  /** Longer texts are cut there, with what is said then. */
  mostCharacters: number
  note(omitted: { characters: number; passages: number }): string
}

/** The text with its marks. */
export function textPart(
  context: PrintContext,
  paragraphs: readonly MarkedParagraph[],
  { isScored, mostCharacters, note }: ShownText,
): Content[] {
  const { t } = context.wording
  const { printed, omittedCharacters } = beginningOf(paragraphs, mostCharacters)
  const numbersIn = (shown: readonly MarkedParagraph[]) =>
    new Set(
      shown.flatMap(({ stretches }) =>
        stretches.flatMap(({ passage }) => (passage === null ? [] : [passage.number])),
      ),
    )
  const passages = numbersIn(paragraphs).size - numbersIn(printed).size
  return [
    heading(context, t('text.title')),
    ...(isScored
      ? [{ stack: [legend(context, numbersIn(paragraphs).size > 0)], fontSize: 8.5, color: quiet }]
      : []),
    ...(paragraphs.length === 0 ? [line(context, t('text.empty'), { style: 'quiet' })] : []),
    ...printed.flatMap((each) => paragraph(context, each)),
    ...(omittedCharacters > 0
      ? [line(context, note({ characters: omittedCharacters, passages }), { bold: true })]
      : []),
  ]
}

/** One passage: its text, its signals, and questions to ask. */
function passage(
  context: PrintContext,
  { number, paragraph, quote, questions }: Topic,
  paragraphs: readonly MarkedParagraph[],
): Content {
  const { t, format } = context.wording
  const marked = paragraphs.flatMap(({ passages }) => passages).find((each) => each.number === number)
  const phrases = distinctivePhrases(
    marked?.sentences.flatMap(({ evidence }) => evidence ?? []) ?? [],
    'machine',
  ).slice(0, 3)
  const strength = marked ? [t(marked.strength === 'strong' ? 'legend.strong' : 'legend.weaker')] : []
  return {
    stack: [
      line(
        context,
        [
          t('print.passage', { number: format.count(number), paragraph: format.count(paragraph) }),
          ...strength,
        ].join(' · '),
        {
          style: 'subheading',
        },
      ),
      {
        table: { widths: ['*'], body: [[{ text: runsOf(context, quote, 'serif'), style: 'quote' }]] },
        layout: {
          hLineWidth: () => 0,
          vLineWidth: (column: number) => (column === 0 ? 2 : 0),
          vLineColor: () => (marked?.strength === 'strong' ? markColours.strong : markColours.light),
        },
        margin: [0, 0, 0, 2],
      },
      list(context, [
        ...phrases.map(({ phrase, times }) =>
          t('passage.commonerInAi', { phrase, times: format.count(times) }),
        ),
        ...questions.map(({ key, sentence }) => t(key, { sentence })),
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
  return [
    heading(context, context.wording.t('navigation.title')),
    ...topics.map((topic) => passage(context, topic, paragraphs)),
  ]
}
