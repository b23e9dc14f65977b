import { type FrozenReport, type HumanBand, type ScoreEvidence, verdictAtPercent } from '@penmark/contract'
import {
  type CurveSegment,
  curveOf,
  type MarkedParagraph,
  phraseParts,
  type SignalSentence,
  type StyleRow,
  scoreSum,
  signalSentences,
  styleFigure,
  styleRows,
} from '@penmark/wording'
import type { CanvasElement, Content } from 'pdfmake/interfaces.d.ts'
import { heading, ink, line, type PrintContext, page, rowLines, rule, runsOf, subheading } from './layout.ts'
import { figure } from './structure.ts'

/** How many characters of a sentence are quoted; a text without full stops is one sentence. */
const quotedCharacters = 400

function sumTable(context: PrintContext, evidence: ScoreEvidence | null): Content[] {
  const { t, format } = context.wording
  const sum = scoreSum({ evidence })
  if (sum === null) return []
  const rows: [string, number][] = [
    [t('explanation.base'), sum.base],
    [t('explanation.style'), sum.style],
    [t('explanation.sentences'), sum.sentences],
    ...(sum.context === 0 ? [] : [[t('explanation.context'), sum.context] satisfies [string, number]]),
    [t('explanation.total'), sum.total],
    [t('explanation.threshold', { threshold: format.share(verdictAtPercent / 100) }), sum.threshold],
  ]
  return [
    {
      table: {
        widths: ['auto', 'auto'],
        body: rows.map(([name, points]) => [
          { text: runsOf(context, name) },
          { text: runsOf(context, format.weight(points)), alignment: 'right' as const },
        ]),
      },
      layout: rowLines,
      fontSize: 9.2,
      margin: [0, 4, 0, 4],
    },
    ...(sum.context === 0 ? [] : [line(context, t('explanation.contextNote'), { style: 'quiet' })]),
  ]
}

function signalsPart(context: PrintContext, title: string, sentences: readonly SignalSentence[]): Content[] {
  const { t, format } = context.wording
  return [
    subheading(context, title),
    ...(sentences.length === 0 ? [line(context, t('explanation.noSentence'), { style: 'quiet' })] : []),
    ...sentences.map(({ paragraph, text, weight, machine, human, evidence }): Content => {
      const quoted =
        text.length > quotedCharacters ? `${text.slice(0, quotedCharacters).toWellFormed()}…` : text
      const shown = {
        weight: format.weight(weight),
        machine: format.weight(machine),
        human: format.weight(human),
      }
      const points = `${t('text.paragraph', { number: paragraph })} · ${t('explanation.weights', shown)}`
      const phrases = evidence
        .map((each) => {
          const { words, shown } = phraseParts(each, format)
          return t(words, shown)
        })
        .join(', ')
      return {
        stack: [
          { text: runsOf(context, quoted, 'serif'), fontSize: 10 },
          line(context, points, { style: 'small' }),
          ...(phrases === ''
            ? []
            : [line(context, t('explanation.phrases', { phrases }), { style: 'small' })]),
        ],
        margin: [0, 0, 0, 5],
        unbreakable: true,
      }
    }),
  ]
}

function styleTable(context: PrintContext, rows: readonly StyleRow[]): Content[] {
  if (rows.length === 0) return []
  const { t, format } = context.wording
  const cells = rows.map((row) => {
    const ownFigure = styleFigure(row, row.value, format)
    const shown = { low: styleFigure(row, row.low, format), high: styleFigure(row, row.high, format) }
    return [
      { text: runsOf(context, t(`style.${row.measure}`)) },
      { text: runsOf(context, row.isOutside ? `${ownFigure} (${t('style.outside')})` : ownFigure) },
      { text: runsOf(context, t('style.range', shown)) },
    ]
  })
  const head = [t('style.measure'), t('style.here'), t('style.band')].map((name) => ({
    text: runsOf(context, name),
    style: 'quiet',
  }))
  return [
    subheading(context, t('style.title')),
    line(context, t('style.text', { n: format.count(Math.min(...rows.map(({ n }) => n))) }), {
      style: 'small',
      margin: [0, 0, 0, 3],
    }),
    {
      table: { headerRows: 1, dontBreakRows: true, widths: ['*', 'auto', 'auto'], body: [head, ...cells] },
      layout: rowLines,
      fontSize: 9,
    },
  ]
}

/**
 * What the score is made of: its parts, the sentences with the most influence both ways, and the style
 * compared with students'.
 */
export function explanationPart(context: PrintContext, { evidence, results }: FrozenReport): Content[] {
  if (evidence === null) return []
  const { t } = context.wording
  const { machine, human } = signalSentences(results)
  return [
    heading(context, t('explanation.title')),
    line(context, t('explanation.text')),
    ...sumTable(context, evidence),
    ...signalsPart(context, t('explanation.machine'), machine),
    ...signalsPart(context, t('explanation.human'), human),
    ...styleTable(context, styleRows(evidence)),
  ]
}

const height = 70
const bandFill = '#d8d4cb'
/** The band of human texts can be very thin; make it visible. */
const narrowestBand = 1.2

/** The segments as lines, neighbours joined; a sentence without a score leaves a gap. */
function linesOf(segments: readonly CurveSegment[]): CanvasElement[] {
  return segments.flatMap(({ from, to, score }, index): CanvasElement[] => {
    if (score === null) return []
    const y = (1 - score) * height
    const before = segments[index - 1]?.score ?? null
    const across = {
      type: 'line' as const,
      x1: from * page.width,
      x2: to * page.width,
      y1: y,
      y2: y,
      lineWidth: 1,
      lineColor: ink,
    }
    if (before === null) return [across]
    return [{ ...across, x2: from * page.width, y1: (1 - before) * height }, across]
  })
}

/** What the curve shows, in words. */
function curveText({ wording: { t, format } }: PrintContext, segments: readonly CurveSegment[]): string {
  const scored = segments
    .flatMap(({ from, score }) => (score === null ? [] : [{ from, score }]))
    .toSorted((a, b) => a.score - b.score)
  const [lowest, highest] = [scored[0], scored.at(-1)]
  return t('print.chart.distribution', {
    low: format.score(lowest?.score ?? 0),
    high: format.score(highest?.score ?? 0),
    share: format.share(highest?.from ?? 0),
  })
}

/** The score along the document, against the band of human texts. */
export function distributionPart(
  context: PrintContext,
  paragraphs: readonly MarkedParagraph[],
  band: HumanBand | null,
): Content[] {
  const { segments } = curveOf(paragraphs)
  if (segments.every(({ score }) => score === null)) return []
  const { t, format } = context.wording
  const level = (percent: number, dashed: boolean): CanvasElement => {
    const y = (1 - percent / 100) * height
    return {
      type: 'line',
      x1: 0,
      x2: page.width,
      y1: y,
      y2: y,
      lineWidth: 0.5,
      lineColor: rule,
      ...(dashed && { dash: { length: 3 } }),
    }
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
  const plot: Content[] = [
    {
      canvas: [
        ...human,
        level(0, false),
        level(verdictAtPercent, true),
        level(100, false),
        ...linesOf(segments),
      ],
      margin: [0, 6, 0, 4],
    },
    {
      columns: [
        line(context, t('distribution.start'), { width: '*' }),
        line(context, t('distribution.end'), { width: 'auto' }),
      ],
      style: 'small',
    },
  ]
  return [
    {
      stack: [
        heading(context, t('distribution.title')),
        figure(curveText(context, segments), { stack: plot }),
        ...(band === null
          ? []
          : [
              line(
                context,
                t(band.low === 0 ? 'distribution.band' : 'distribution.bandBetween', {
                  low: format.bound(band.low),
                  high: format.bound(band.high),
                  n: format.count(band.n),
                }),
                { style: 'small' },
              ),
            ]),
      ],
      unbreakable: true,
    },
  ]
}
