import { type EditingHistory, historyParts, largestShare, type PlottedStretch, plotSessions } from '@penmark/contract'
import type { CanvasElement, Content } from 'pdfmake/interfaces.d.ts'
import { line, type PrintContext, page, rule } from './look.ts'

const height = 9
const fill: Record<PlottedStretch['session'], string> = { largest: '#3f6f6b', other: '#c9dbd9', unknown: '#ffffff' }
/** Every other of the smaller sessions, so that neighbours can be told apart. */
const evenFill = '#a9c6c3'

/** How a Word file was written: one sentence, and a plot of the sessions along the text. */
export function editingHistory(context: PrintContext, history: EditingHistory): Content[] {
  const { t, figures } = context.words
  const parts = historyParts(history)
    .map(({ key, count }) => t(key, { count, shown: figures.count(count) }))
    .join(', ')
  const share = largestShare(history)
  const sentence = line(context, share === null ? parts : t('history.share', { parts, share: figures.share(share) }), {
    margin: [0, 1, 0, 2],
  })
  const plotted = plotSessions(history)
  return plotted.length < 2 ? [sentence] : [sentence, plot(context, plotted)]
}

function plot(context: PrintContext, plotted: readonly PlottedStretch[]): Content {
  const { t } = context.words
  const stretches = plotted.map(
    ({ from, width, session, isEven }): CanvasElement => ({
      type: 'rect',
      x: from * page.width,
      y: 0,
      w: width * page.width,
      h: height,
      color: session === 'other' && isEven ? evenFill : fill[session],
    }),
  )
  const frame: CanvasElement = { type: 'rect', x: 0, y: 0, w: page.width, h: height, lineColor: rule, lineWidth: 0.5 }
  const shown = (['largest', 'other', 'unknown'] as const).filter((session) => plotted.some((stretch) => stretch.session === session))
  const key = shown.flatMap((session): Content[] => {
    const box: CanvasElement = { type: 'rect', x: 0, y: 1.5, w: 10, h: 6, color: fill[session], lineColor: rule, lineWidth: 0.5 }
    const swatch = { canvas: [box], width: 10 }
    return [swatch, line(context, t(`history.${session}`), { width: 'auto' })]
  })
  return {
    stack: [
      { canvas: [...stretches, frame], margin: [0, 2, 0, 2] },
      { columns: [line(context, t('history.plot'), { width: 'auto' }), ...key], columnGap: 6, style: 'small' },
    ],
    unbreakable: true,
  }
}
