import { type EditingHistory, historyRates, type PlainFact } from '@penmark/contract'
import {
  counterParts,
  factKindsOf,
  factWords,
  hasRestarted,
  isFound,
  type PlottedStretch,
  plotSessions,
} from '@penmark/wording'
import type { CanvasElement, Content } from 'pdfmake/interfaces.d.ts'
import { factSentence, historySentence, wordsOfParts } from './fact-sentence.ts'
import { heading, line, list, type PrintContext, page, rule, runsOf, subheading } from './layout.ts'
import { figure } from './structure.ts'

/** How many facts of one kind are printed; a file can hold thousands. */
const shownFacts = 30

/**
 * What was found, by kind, with what it means. `isScored` is false for a file that was read for its facts
 * alone.
 */
export function factRows(
  context: PrintContext,
  facts: readonly PlainFact[],
  filename: string,
  isScored = true,
): Content[] {
  const { t } = context.wording
  const notable = facts.filter(isFound)
  const rowsOf = (ofKind: PlainFact[]): Content[] => {
    const rows = ofKind.filter(({ history }) => !history).slice(0, shownFacts)
    return [
      ...ofKind.flatMap(({ history }) => (history ? editingHistory(context, history) : [])),
      ...(rows.length > 0
        ? [
            list(
              context,
              rows.map((each) => factSentence(context.wording, each, filename)),
            ),
          ]
        : []),
    ]
  }
  return factKindsOf(notable).flatMap(({ kind, severity }) => [
    subheading(context, `${t(factWords(kind, isScored).title)} · ${t(`severity.${severity}`)}`),
    ...rowsOf(notable.filter((each) => each.kind === kind)),
    line(context, t(factWords(kind, isScored).text), { style: 'quiet', margin: [0, 1, 0, 0] }),
    ...(['harmless', 'ask'] as const).map(
      (part): Content => ({
        text: [
          ...runsOf(context, `${t(`facts.${part}`)} `).map((run) => ({ ...run, bold: true })),
          ...runsOf(context, t(`fact.${kind}.${part}`)),
        ],
        style: 'quiet',
        margin: [0, 1, 0, 0],
      }),
    ),
  ])
}

/** What a teacher can check in the file by eye. */
export function factsPart(context: PrintContext, facts: readonly PlainFact[], filename: string): Content[] {
  const { t } = context.wording
  const rows = factRows(context, facts, filename)
  if (rows.length === 0)
    return [heading(context, t('facts.title')), line(context, t('facts.none'), { style: 'quiet' })]
  return [heading(context, t('facts.title')), line(context, t('facts.unchanged')), ...rows]
}

/** Of the plot of sessions, in points. */
const height = 9
const fill: Record<PlottedStretch['session'], string> = {
  largest: '#3f6f6b',
  other: '#c9dbd9',
  unknown: '#ffffff',
}
/** Every second one of the smaller sessions, so that neighbours can be told apart. */
const evenFill = '#a9c6c3'

/** How a Word file was written: one sentence, and a plot of the sessions along the text. */
function editingHistory(context: PrintContext, history: EditingHistory): Content[] {
  const { t, format } = context.wording
  const sentence = line(context, historySentence(context.wording, history), { margin: [0, 1, 0, 2] })
  const plotted = plotSessions(history)
  const usual = {
    timed: format.count(historyRates.timed),
    atMostOneMinute: format.count(historyRates.atMostOneMinute),
    withSessions: format.count(historyRates.withSessions),
    mostInOneSession: format.count(historyRates.mostInOneSession),
  }
  const notes = [
    ...(hasRestarted(history)
      ? [t('history.restarted', { counters: wordsOfParts(context.wording, counterParts(history)) })]
      : []),
    t('history.usual', usual),
  ].map((note) => line(context, note, { style: 'quiet' }))
  return [sentence, ...notes, ...(plotted.length < 2 ? [] : [sessionPlot(context, plotted)])]
}

function sessionPlot(context: PrintContext, plotted: readonly PlottedStretch[]): Content {
  const { t, format } = context.wording
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
  const frame: CanvasElement = {
    type: 'rect',
    x: 0,
    y: 0,
    w: page.width,
    h: height,
    lineColor: rule,
    lineWidth: 0.5,
  }
  const shown = (['largest', 'other', 'unknown'] as const).filter((session) =>
    plotted.some((stretch) => stretch.session === session),
  )
  const key = shown.flatMap((session): Content[] => {
    const box: CanvasElement = {
      type: 'rect',
      x: 0,
      y: 1.5,
      w: 10,
      h: 6,
      color: fill[session],
      lineColor: rule,
      lineWidth: 0.5,
    }
    const swatch = { canvas: [box], width: 10 }
    return [swatch, line(context, t(`history.${session}`), { width: 'auto' })]
  })
  return figure(t('print.chart.sessions', { shown: format.count(plotted.length) }), {
    stack: [
      { canvas: [...stretches, frame], margin: [0, 2, 0, 2] },
      {
        columns: [line(context, t('history.plot'), { width: 'auto' }), ...key],
        columnGap: 6,
        style: 'small',
      },
    ],
    unbreakable: true,
  })
}
