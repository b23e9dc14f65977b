import { curveOf, type HumanBand, type MarkedParagraph, type Step, verdictAtPercent } from '@penmark/contract'
import type { CanvasElement, Content } from 'pdfmake/interfaces.d.ts'
import { heading, ink, line, type PrintContext, page, rule } from './look.ts'

const height = 70
const bandFill = '#d8d4cb'
/** The band of human texts can be very thin; make it visible. */
const narrowestBand = 1.2

/** The steps as lines, neighbours joined; a sentence without a score leaves a gap. */
function linesOf(steps: readonly Step[]): CanvasElement[] {
  return steps.flatMap(({ from, to, score }, index): CanvasElement[] => {
    if (score === null) return []
    const y = (1 - score) * height
    const before = steps[index - 1]?.score ?? null
    const across = { type: 'line' as const, x1: from * page.width, x2: to * page.width, y1: y, y2: y, lineWidth: 1, lineColor: ink }
    if (before === null) return [across]
    return [{ ...across, x2: from * page.width, y1: (1 - before) * height }, across]
  })
}

/** The score along the document, against the band of human texts. */
export function distributionPart(context: PrintContext, paragraphs: readonly MarkedParagraph[], band: HumanBand | null): Content[] {
  const { steps } = curveOf(paragraphs)
  if (steps.every(({ score }) => score === null)) return []
  const { t, figures } = context.words
  const level = (percent: number, dashed: boolean): CanvasElement => {
    const y = (1 - percent / 100) * height
    return { type: 'line', x1: 0, x2: page.width, y1: y, y2: y, lineWidth: 0.5, lineColor: rule, ...(dashed && { dash: { length: 3 } }) }
  }
  const human: CanvasElement[] =
    band === null
      ? []
      : [
          {
            type: 'rect',
            x: 0,
            w: page.width,
            y: (1 - band.high) * height,
            h: Math.max(narrowestBand, (band.high - band.low) * height),
            color: bandFill,
          },
        ]
  return [
    {
      stack: [
        heading(context, t('distribution.title')),
        {
          canvas: [...human, level(0, false), level(verdictAtPercent, true), level(100, false), ...linesOf(steps)],
          margin: [0, 6, 0, 4],
        },
        {
          columns: [line(context, t('distribution.start'), { width: '*' }), line(context, t('distribution.end'), { width: 'auto' })],
          style: 'small',
        },
        ...(band === null
          ? []
          : [
              line(
                context,
                t(band.low === 0 ? 'distribution.band' : 'distribution.bandBetween', {
                  low: figures.bound(band.low),
                  high: figures.bound(band.high),
                  n: figures.count(band.n),
                }),
                { style: 'small' },
              ),
            ]),
      ],
      unbreakable: true,
    },
  ]
}
