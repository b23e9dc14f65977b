import { type Distribution, verdictAtPercent } from '@penmark/contract'
import type { CanvasElement, Content } from 'pdfmake/interfaces.d.ts'
import { ink, line, markColours, type PrintContext, rule } from './layout.ts'
import { figure } from './structure.ts'

export const plotWidth = 176
const rowHeight = 40
const labelHeight = 14
const topHeight = 14
const axisHeight = 5
const humanFill = '#7fa7a3'
const threshold = verdictAtPercent / 100

/** Bars in proportion to square roots of the counts, so that one text among thousands is visible. */
function barsOf(counts: readonly number[], base: number, color: string): CanvasElement[] {
  const tallest = Math.sqrt(Math.max(1, ...counts))
  const bar = plotWidth / counts.length
  return counts.flatMap((count, bin): CanvasElement[] => {
    const height = (Math.sqrt(count) / tallest) * rowHeight
    return count === 0
      ? []
      : [{ type: 'rect', x: bin * bar + 0.4, y: base - height, w: bar - 0.8, h: height, color }]
  })
}

/** Where this text stands among student and AI texts of its length, with the score axis. */
export function similarTexts(
  context: PrintContext,
  score: number,
  { human, machine }: Distribution,
): Content[] {
  const { t, format } = context.wording
  const rows = [
    { counts: human, color: humanFill, label: t('similar.human') },
    ...(machine
      ? [
          {
            counts: machine.counts,
            color: markColours.light,
            label: t('similar.machine'),
          },
        ]
      : []),
  ]
  const axisTop = topHeight + rows.length * (rowHeight + labelHeight)
  const height = axisTop + axisHeight
  const x = Math.min(0.995, Math.max(0.005, score)) * plotWidth
  const verticalLine = (at: number, from: number, to: number, style: object): CanvasElement => ({
    type: 'line',
    x1: at,
    x2: at,
    y1: from,
    y2: to,
    ...style,
  })
  const level = (y: number): CanvasElement => ({
    type: 'line',
    x1: 0,
    x2: plotWidth,
    y1: y,
    y2: y,
    lineWidth: 0.5,
    lineColor: rule,
  })
  const baseOf = (row: number) => topHeight + rowHeight + row * (rowHeight + labelHeight)
  const at = (text: string, y: number, style: object = {}): Content => ({
    columns: [line(context, text, { fontSize: 7.5, ...style })],
    relativePosition: { x: 0, y: y - height },
  })
  const hereSide =
    score > 0.75
      ? { alignment: 'right', margin: [0, 0, plotWidth - x, 0] }
      : { margin: [Math.max(0, x - 14), 0, 0, 0] }
  // On the side where this text is not, so that its line crosses no label.
  const labelSide = score < 0.5 ? { alignment: 'right' } : {}
  const shown = {
    texts: rows.map(({ label }) => label).join(', '),
    score: format.score(score),
    threshold: format.share(threshold),
  }
  const plot: Content[] = [
    {
      canvas: [
        ...rows.flatMap(({ counts, color }, row) => [
          ...barsOf(counts, baseOf(row), color),
          level(baseOf(row)),
        ]),
        level(axisTop),
        ...[0, threshold, 1].map((tick) =>
          verticalLine(tick * plotWidth, axisTop, height, { lineWidth: 0.5, lineColor: rule }),
        ),
        verticalLine(threshold * plotWidth, topHeight - 2, axisTop, {
          lineWidth: 0.5,
          lineColor: rule,
          dash: { length: 2 },
        }),
        verticalLine(x, topHeight - 2, axisTop, { lineWidth: 1.5, lineColor: ink }),
      ],
    },
    at(t('similar.here'), 0, { bold: true, ...hereSide }),
    ...rows.map(({ label }, row) => at(label, baseOf(row) + 1, labelSide)),
    {
      columns: [
        line(context, format.share(0), { width: '*' }),
        line(context, `${format.share(threshold)} · ${t('score.name')}`, {
          width: 'auto',
          alignment: 'center',
        }),
        line(context, format.share(1), { width: '*', alignment: 'right' }),
      ],
      fontSize: 7.5,
    },
  ]
  return [
    line(context, t('similar.title'), { bold: true, fontSize: 8.5, margin: [0, 0, 0, 3] }),
    figure(t('print.chart.similar', shown), { stack: plot }),
    line(
      context,
      `${t('similar.threshold', { threshold: format.share(threshold) })} ${t('similar.heights')}`,
      {
        style: 'small',
        fontSize: 7,
        margin: [0, 3, 0, 0],
      },
    ),
  ]
}
