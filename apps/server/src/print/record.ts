import {
  type EditingHistory,
  type FrozenReport,
  factCount,
  factKindsOf,
  factName,
  factWords,
  historyParts,
  isFound,
  judgementOf,
  largestShare,
  type PlainFact,
  type PlottedStretch,
  plotSessions,
  type ReportCheck,
  statedFinding,
} from '@penmark/contract'
import type { CanvasElement, Content } from 'pdfmake/interfaces.d.ts'
import { heading, line, list, type PrintContext, page, rule, runsOf, subheading } from './layout.ts'
import type { PrintOrder } from './messages.ts'

/** How many facts of one kind are printed; a file can hold thousands. */
const shownFacts = 30
const times = new Set(['created', 'modified'])

function fact({ words: { t, format, zone } }: PrintContext, { kind, name, value, count, scan }: PlainFact): string {
  if (scan) {
    const share = (percent: number) => format.share(percent / 100)
    const pages = scan.pages.length > 1 ? scan.pages.map(({ page, confidence }) => t('scan.page', { page, share: share(confidence) })) : []
    return [t('scan.mean', { share: share(scan.confidence) }), ...pages].join(' · ')
  }
  const known = name ? factName(name) : null
  const isTime = name && times.has(name) && value && !Number.isNaN(Date.parse(value))
  const quoted = kind === 'hidden-text' || kind === 'prompt-echo'
  const parts = [
    name ? (known ? t(known) : name) : '',
    value ? (isTime ? t('print.time', { moment: format.moment(value), zone }) : quoted ? t('facts.quote', { text: value }) : value) : '',
    count === null ? '' : t(factCount(kind), { count, shown: format.count(count) }),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

/** What was found, by kind, with what it means. `isScored` is false for a file that was read for its facts alone. */
export function factRows(context: PrintContext, facts: readonly PlainFact[], isScored = true): Content[] {
  const { t } = context.words
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
  const { t } = context.words
  const rows = factRows(context, facts)
  if (rows.length === 0) return [heading(context, t('facts.title')), line(context, t('facts.none'), { style: 'quiet' })]
  return [heading(context, t('facts.title')), line(context, t('facts.unchanged')), ...rows]
}

function detectorWords({ words: { t } }: PrintContext, detector: FrozenReport['detector']): string {
  return detector ? t('record.version', { name: detector.name, version: detector.version }) : t('notAvailable')
}

function checkRow(context: PrintContext, check: ReportCheck): [string, string] {
  const { t, format, zone } = context.words
  const { verdict, finding } = judgementOf(check)
  const stated = statedFinding(finding)
  const date = check.created_at ? t('print.time', { moment: format.moment(check.created_at), zone }) : t('notAvailable')
  const score = check.score === null ? t('notAvailable') : format.score(check.score)
  const found = stated ? t(`finding.${stated}.title`) : t(`verdict.${verdict}`)
  return [t('print.checked', { date }), t('print.checkedWith', { detector: detectorWords(context, check.detector), score, finding: found })]
}

/** What was scored, by which detector and when, so that anybody can repeat it. */
export function recordPart(
  context: PrintContext,
  { report, checks, filename }: Pick<PrintOrder, 'report' | 'checks' | 'filename'>,
): Content[] {
  const { t, format, zone } = context.words
  const { detector, text_hash, created_at, detail } = report
  const rows: [string, string][] = [
    [t('record.document'), filename],
    [t('record.detector'), detectorWords(context, detector)],
    [t('record.model'), detector?.model_hash ?? t('notAvailable')],
    [t('record.hash'), text_hash ?? t('notAvailable')],
    ...(detail === null
      ? []
      : [
          [t('record.sentences'), t('record.detail', { sentences: format.count(detail.sentences), alone: format.count(detail.alone) })] as [
            string,
            string,
          ],
        ]),
    [t('record.date'), created_at ? t('print.time', { moment: format.moment(created_at), zone }) : t('notAvailable')],
    ...checks.map((check) => checkRow(context, check)),
  ]
  return [
    heading(context, t('record.title')),
    line(context, t('record.text'), { margin: [0, 0, 0, 6] }),
    {
      table: {
        widths: [118, '*'],
        dontBreakRows: true,
        body: rows.map(([name, value]) => [{ text: runsOf(context, name), style: 'quiet' }, { text: runsOf(context, value) }]),
      },
      layout: 'lightHorizontalLines',
      fontSize: 9,
    },
  ]
}

/** What this PDF could not show as in the text. Must come last, after everything else has been typeset. */
export function notesPart({ typesetter, words: { t, format } }: PrintContext): Content[] {
  const found = [
    ...(typesetter.missingGlyphs > 0 ? [t('print.undrawn', { shown: format.count(typesetter.missingGlyphs) })] : []),
    ...(typesetter.hasRightToLeft ? [t('print.rightToLeft')] : []),
  ]
  return found.map((text) => ({ text: typesetter.runs('sans', text), bold: true, margin: [0, 8, 0, 0] }))
}

const height = 9
const fill: Record<PlottedStretch['session'], string> = { largest: '#3f6f6b', other: '#c9dbd9', unknown: '#ffffff' }
/** Every other of the smaller sessions, so that neighbours can be told apart. */
const evenFill = '#a9c6c3'

/** How a Word file was written: one sentence, and a plot of the sessions along the text. */
function editingHistory(context: PrintContext, history: EditingHistory): Content[] {
  const { t, format } = context.words
  const parts = historyParts(history)
    .map(({ key, count }) => t(key, { count, shown: format.count(count) }))
    .join(', ')
  const share = largestShare(history)
  const sentence = line(context, share === null ? parts : t('history.share', { parts, share: format.share(share) }), {
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
