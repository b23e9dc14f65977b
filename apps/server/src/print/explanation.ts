import {
  type FrozenReport,
  phraseParts,
  type ScoreEvidence,
  type SignalSentence,
  type StyleRow,
  scoreSum,
  signalSentences,
  styleFigure,
  styleRows,
  verdictAtPercent,
} from '@penmark/contract'
import type { Content } from 'pdfmake/interfaces.d.ts'
import { heading, line, type PrintContext, runsOf, subheading } from './look.ts'

/** How many characters of a sentence are quoted; a text without full stops is one sentence. */
const quotedCharacters = 400

function sumTable(context: PrintContext, evidence: ScoreEvidence | null): Content[] {
  const { t, figures } = context.words
  const sum = scoreSum({ evidence })
  if (sum === null) return []
  const rows: [string, number][] = [
    [t('explanation.base'), sum.base],
    [t('explanation.style'), sum.style],
    [t('explanation.sentences'), sum.sentences],
    [t('explanation.total'), sum.total],
    [t('explanation.threshold', { threshold: figures.share(verdictAtPercent / 100) }), sum.threshold],
  ]
  return [
    {
      table: {
        headerRows: 0,
        widths: ['auto', 'auto'],
        body: rows.map(([name, points]) => [
          { text: runsOf(context, name) },
          { text: runsOf(context, figures.weight(points)), alignment: 'right' as const },
        ]),
      },
      layout: 'lightHorizontalLines',
      fontSize: 9.2,
      margin: [0, 4, 0, 4],
    },
  ]
}

function signalsPart(context: PrintContext, title: string, sentences: readonly SignalSentence[]): Content[] {
  const { t, figures } = context.words
  return [
    subheading(context, title),
    ...(sentences.length === 0 ? [line(context, t('explanation.noSentence'), { style: 'quiet' })] : []),
    ...sentences.map(({ paragraph, text, weight, machine, human, evidence }): Content => {
      const quoted = text.length > quotedCharacters ? `${text.slice(0, quotedCharacters).toWellFormed()}…` : text
      const shown = { weight: figures.weight(weight), machine: figures.weight(machine), human: figures.weight(human) }
      const points = `${t('text.paragraph', { number: paragraph })} · ${t('explanation.weights', shown)}`
      const phrases = evidence
        .map((each) => {
          const { words, shown } = phraseParts(each, figures)
          return t(words, shown)
        })
        .join(', ')
      return {
        stack: [
          { text: runsOf(context, quoted, 'serif'), fontSize: 10 },
          line(context, points, { style: 'small' }),
          ...(phrases === '' ? [] : [line(context, t('explanation.phrases', { phrases }), { style: 'small' })]),
        ],
        margin: [0, 0, 0, 5],
        unbreakable: true,
      }
    }),
  ]
}

function styleTable(context: PrintContext, rows: readonly StyleRow[]): Content[] {
  if (rows.length === 0) return []
  const { t, figures } = context.words
  const cells = rows.map((row) => {
    const ownFigure = styleFigure(row, row.value, figures)
    const shown = { low: styleFigure(row, row.low, figures), high: styleFigure(row, row.high, figures) }
    return [
      { text: runsOf(context, t(`style.${row.measure}`)) },
      { text: runsOf(context, row.isOutside ? `${ownFigure} (${t('style.outside')})` : ownFigure) },
      { text: runsOf(context, t('style.range', shown)) },
    ]
  })
  const head = [t('style.measure'), t('style.here'), t('style.band')].map((name) => ({ text: runsOf(context, name), style: 'quiet' }))
  return [
    subheading(context, t('style.title')),
    line(context, t('style.text', { n: figures.count(Math.min(...rows.map(({ n }) => n))) }), { style: 'small', margin: [0, 0, 0, 3] }),
    {
      table: { headerRows: 1, dontBreakRows: true, widths: ['*', 'auto', 'auto'], body: [head, ...cells] },
      layout: 'lightHorizontalLines',
      fontSize: 9,
    },
  ]
}

/** What the score is made of: its parts, the sentences with the most influence both ways, and the style compared with students'. */
export function explanationPart(context: PrintContext, { evidence, results }: FrozenReport): Content[] {
  if (evidence === null) return []
  const { t } = context.words
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
