import {
  counterParts,
  type EditingHistory,
  factCount,
  factKindsOf,
  factName,
  factRate,
  factWords,
  type HistoryPart,
  hasRestarted,
  historyParts,
  historyRates,
  isFound,
  largestShare,
  type PlainFact,
  type PlottedStretch,
  plotSessions,
} from '@penmark/contract'
import type { CanvasElement, Content } from 'pdfmake/interfaces.d.ts'
import { heading, line, list, type PrintContext, page, rule, runsOf, subheading } from './layout.ts'

/** How many facts of one kind are printed; a file can hold thousands. */
const shownFacts = 30
const times = new Set(['created', 'modified'])

function fact({ wording: { t, format, zone } }: PrintContext, { kind, name, value, count, scan }: PlainFact): string {
  if (scan) {
    const share = (percent: number) => format.share(percent / 100)
    const pages = scan.pages.length > 1 ? scan.pages.map(({ page, confidence }) => t('scan.page', { page, share: share(confidence) })) : []
    return [t('scan.mean', { share: share(scan.confidence) }), ...pages].join(' · ')
  }
  const known = name ? factName(name) : null
  const isTime = name && times.has(name) && value && !Number.isNaN(Date.parse(value))
  const quoted = kind === 'hidden-text' || kind === 'prompt-echo'
  const rate = factRate({ kind, name, count })
  const parts = [
    name ? (known ? t(known) : name) : '',
    value ? (isTime ? t('print.time', { moment: format.moment(value), zone }) : quoted ? t('facts.quote', { text: value }) : value) : '',
    count === null ? '' : t(factCount(kind), { count, shown: format.count(count) }),
    rate ? t('facts.rate', { found: format.count(rate.found), n: format.count(rate.n) }) : '',
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

/** What was found, by kind, with what it means. `isScored` is false for a file that was read for its facts alone. */
export function factRows(context: PrintContext, facts: readonly PlainFact[], isScored = true): Content[] {
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
              rows.map((each) => fact(context, each)),
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
export function factsPart(context: PrintContext, facts: readonly PlainFact[]): Content[] {
  const { t } = context.wording
  const rows = factRows(context, facts)
  if (rows.length === 0) return [heading(context, t('facts.title')), line(context, t('facts.none'), { style: 'quiet' })]
  return [heading(context, t('facts.title')), line(context, t('facts.unchanged')), ...rows]
}

/** Of the plot of sessions, in points. */
const height = 9
const fill: Record<PlottedStretch['session'], string> = { largest: '#3f6f6b', other: '#c9dbd9', unknown: '#ffffff' }
/** Every second one of the smaller sessions, so that neighbours can be told apart. */
const evenFill = '#a9c6c3'

/** How a Word file was written: one sentence, and a plot of the sessions along the text. */
function editingHistory(context: PrintContext, history: EditingHistory): Content[] {
  const { t, format } = context.wording
  const wordsOf = (found: HistoryPart[]) => found.map(({ key, count }) => t(key, { count, shown: format.count(count) })).join(', ')
  const parts = wordsOf(historyParts(history))
  const share = largestShare(history)
  const sentence = line(context, share === null ? parts : t('history.share', { parts, share: format.share(share) }), {
    margin: [0, 1, 0, 2],
  })
  const plotted = plotSessions(history)
  const usual = {
    timed: format.count(historyRates.timed),
    atMostOneMinute: format.count(historyRates.atMostOneMinute),
    withSessions: format.count(historyRates.withSessions),
    mostInOneSession: format.count(historyRates.mostInOneSession),
  }
  const notes = [
    ...(hasRestarted(history) ? [t('history.restarted', { counters: wordsOf(counterParts(history)) })] : []),
    t('history.usual', usual),
  ].map((note) => line(context, note, { style: 'quiet' }))
  return [sentence, ...notes, ...(plotted.length < 2 ? [] : [sessionPlot(context, plotted)])]
}

function sessionPlot(context: PrintContext, plotted: readonly PlottedStretch[]): Content {
  const { t } = context.wording
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
