import type { EarlierDocument } from '@penmark/contract'
import { earlierSentences, type HistoryPlot, historyPlots, measureFigure } from '@penmark/wording'
import type { CanvasElement, Column, Content } from 'pdfmake/interfaces.d.ts'
import {
  heading,
  ink,
  line,
  type PrintContext,
  page,
  polyline,
  rowLines,
  rule,
  subheading,
} from './layout.ts'
import type { PrintOrder } from './messages.ts'
import { figure } from './structure.ts'

type EarlierOrder = Pick<PrintOrder, 'report' | 'earlier'>
type Kind = HistoryPlot['points'][number]['kind']

const gap = 16
const height = 64
const accent = '#3f6f6b'
const rangeFill = '#d9e5e3'

/** Shapes differ as well as fills, so that the kinds can be told apart in greyscale. */
function mark(kind: Kind, x: number, y: number): CanvasElement {
  if (kind !== 'here')
    return {
      type: 'ellipse',
      x,
      y,
      r1: 2.2,
      r2: 2.2,
      color: kind === 'known' ? accent : '#ffffff',
      lineColor: accent,
    }
  const corners = [
    { x, y: y - 4 },
    { x: x + 4, y },
    { x, y: y + 4 },
    { x: x - 4, y },
  ]
  return polyline(corners, { closePath: true, color: ink, lineColor: ink })
}

function plot(
  context: PrintContext,
  { measure, points, ticks, range }: HistoryPlot,
  width: number,
  days: [string, string],
): Column {
  const { t } = context.wording
  const [low, high] = [ticks[0]?.value ?? 0, ticks.at(-1)?.value ?? 1]
  const yOf = (value: number) => (1 - (value - low) / (high - low)) * height
  const xOf = (index: number) => ((index + 0.5) / points.length) * width
  const band: CanvasElement[] =
    range === null
      ? []
      : [
          {
            type: 'rect',
            x: 0,
            w: width,
            y: yOf(range.high) - 1,
            h: yOf(range.low) - yOf(range.high) + 2,
            color: rangeFill,
          },
        ]
  const levels = ticks.map(
    ({ value }): CanvasElement => ({
      type: 'line',
      x1: 0,
      x2: width,
      y1: yOf(value),
      y2: yOf(value),
      lineWidth: 0.5,
      lineColor: rule,
    }),
  )
  const currentIndex = points.findIndex(({ kind }) => kind === 'here')
  const currentLine: CanvasElement[] =
    currentIndex < 0
      ? []
      : [
          {
            type: 'line',
            x1: xOf(currentIndex),
            x2: xOf(currentIndex),
            y1: 0,
            y2: height,
            lineWidth: 0.75,
            lineColor: ink,
          },
        ]
  const drawing: Content[] = [
    {
      canvas: [
        ...band,
        ...levels,
        ...currentLine,
        ...points.map(({ kind, value }, index) => mark(kind, xOf(index), yOf(value))),
      ],
    },
    ...ticks.map(
      ({ value, label }): Content => ({
        columns: [line(context, label, { width })],
        fontSize: 7,
        relativePosition: { x: 1, y: yOf(value) - height - (value === high ? -1 : 9) },
      }),
    ),
    {
      columns: [line(context, days[0], { width: '*' }), line(context, days[1], { width: 'auto' })],
      fontSize: 7,
      margin: [0, 2, 0, 0],
    },
  ]
  return {
    width,
    stack: [
      line(context, t(`earlier.plot.${measure}`), { bold: true, fontSize: 8.5, margin: [0, 0, 0, 4] }),
      figure(plotText(context, measure, points), { stack: drawing }),
    ],
  }
}

/** What one plot shows, in words. */
function plotText(
  { wording: { t, format } }: PrintContext,
  measure: HistoryPlot['measure'],
  points: HistoryPlot['points'],
): string {
  const shown = (value: number) => (measure === 'score' ? format.score(value) : format.decimal(value))
  const values = points.map(({ value }) => value)
  const range = {
    shown: format.count(points.length),
    low: shown(Math.min(...values)),
    high: shown(Math.max(...values)),
  }
  const here = points.find(({ kind }) => kind === 'here')
  return [
    t('print.chart.earlier', range),
    ...(here ? [t('print.chart.earlier.here', { value: shown(here.value) })] : []),
  ].join(' ')
}

function legend(context: PrintContext, plots: readonly HistoryPlot[]): Content {
  const { t } = context.wording
  const names = {
    here: t('similar.here'),
    known: t('earlier.legend.known'),
    other: t('earlier.legend.other'),
  }
  const keys = (['here', 'known', 'other'] as const).flatMap((kind): Column[] => [
    { canvas: [mark(kind, 4, 5)], width: 8 },
    line(context, names[kind], { width: 'auto' }),
  ])
  const range: Column[] = plots.some((each) => each.range !== null)
    ? [
        { canvas: [{ type: 'rect', x: 0, y: 2, w: 14, h: 6, color: rangeFill }], width: 14 },
        line(context, t('earlier.legend.range'), { width: 'auto' }),
      ]
    : []
  return {
    stack: [
      { columns: [...keys, ...range], columnGap: 6 },
      line(context, t('earlier.legend.order'), { margin: [0, 2, 0, 0] }),
    ],
    style: 'small',
    margin: [0, 4, 0, 0],
  }
}

/** The same three plots as on the page. A single text has no history. */
function plotsPart(
  context: PrintContext,
  { report: { document_id }, earlier: { history } }: EarlierOrder,
): Content[] {
  const [first, last] = [history[0], history.at(-1)]
  if (!first || !last || history.length < 2) return []
  const { format } = context.wording
  const plots = historyPlots(history, document_id, format)
  const width = (page.width - gap * (plots.length - 1)) / plots.length
  const days: [string, string] = [format.shortDay(first.created_at), format.shortDay(last.created_at)]
  return [
    {
      stack: [
        { columns: plots.map((each) => plot(context, each, width, days)), columnGap: gap },
        legend(context, plots),
      ],
      margin: [0, 8, 0, 0],
      unbreakable: true,
    },
  ]
}

/** A table whose first column takes the room that the others leave. */
function table(context: PrintContext, title: string, heads: string[], rows: string[][]): Content[] {
  return [
    subheading(context, title),
    {
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: ['*', ...heads.slice(1).map(() => 'auto')],
        body: [
          heads.map((head, column) =>
            line(context, head, { style: 'quiet', alignment: column === 0 ? 'left' : 'right' }),
          ),
          ...rows.map((cells) =>
            cells.map((cell, column) => line(context, cell, { alignment: column === 0 ? 'left' : 'right' })),
          ),
        ] as Content[][],
      },
      layout: rowLines,
      fontSize: 9,
    },
  ]
}

function measuresTable(
  context: PrintContext,
  { earlier: { outcome, known, measures } }: EarlierOrder,
): Content[] {
  if (outcome !== 'differs') return []
  const { t, format } = context.wording
  const heads = [
    t('style.measure'),
    t('style.here'),
    t('earlier.compared', { count: known, shown: format.count(known) }),
  ]
  const rows = measures.map(({ name, value, low, high }) => {
    const shown = { low: measureFigure(name, low, format), high: measureFigure(name, high, format) }
    return [t(`earlier.measure.${name}`), measureFigure(name, value, format), t('style.range', shown)]
  })
  return table(context, t('earlier.measures'), heads, rows)
}

function historyTable(
  context: PrintContext,
  { report: { document_id }, earlier: { history } }: EarlierOrder,
): Content[] {
  if (history.length < 2) return []
  const { t, format } = context.wording
  const nameOf = (document: EarlierDocument) =>
    document.document_id === document_id ? t('style.here') : document.filename.toWellFormed()
  const rows = history.map((document) => [
    [
      nameOf(document),
      format.shortDay(document.created_at),
      ...(document.written_in_class ? [t('writtenInClass')] : []),
    ].join(' · '),
    format.score(document.score),
    format.decimal(document.sentence_words),
    format.decimal(document.word_letters),
  ])
  const heads = [
    t('earlier.table.text'),
    t('distribution.score'),
    t('earlier.measure.sentence-words'),
    t('earlier.measure.word-letters'),
  ]
  return table(context, t('earlier.table'), heads, rows)
}

/**
 * The text beside its student's earlier writing, in the words and figures of the page. Nothing for a document
 * without a student or a score.
 */
export function earlierPart(context: PrintContext, order: EarlierOrder): Content[] {
  const { t, format } = context.wording
  const [outcome, ...caution] = earlierSentences(order.earlier, format)
  if (!outcome) return []
  return [
    heading(context, t('earlier.title')),
    line(context, t(outcome.key, outcome.values)),
    ...caution.map(({ key, values }) => line(context, t(key, values), { margin: [0, 3, 0, 0] })),
    ...plotsPart(context, order),
    ...measuresTable(context, order),
    ...historyTable(context, order),
  ]
}
