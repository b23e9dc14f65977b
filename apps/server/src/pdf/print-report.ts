import { brand } from '@penmark/contract'
import { isWithdrawn, type MarkedParagraph, shownParagraphs, withoutRates } from '@penmark/wording'
import type { Content } from 'pdfmake/interfaces.d.ts'
import { earlierPart } from './earlier-writing.ts'
import { evidenceRow } from './evidence-row.ts'
import { distributionPart, explanationPart } from './explanation.ts'
import { factsPart } from './file-facts.ts'
import { Typesetter } from './fonts.ts'
import { line, type PrintContext } from './layout.ts'
import type { PrintOrder } from './messages.ts'
import { reasonsPart } from './reasons.ts'
import { recordPart } from './record.ts'
import { referencesPart } from './references.ts'
import { countA4Pages, footer, renderPdf, warningsPart } from './render-pdf.ts'
import { detailsPart, nextStepsPart, resultPart } from './result.ts'
import { maxPrintedCharacters, passagesPart, textPart } from './text.ts'
import { loadWording } from './wording.ts'
import { writingPart } from './writing-record.ts'

/** How many characters of a file's name fit on every page. */
const shownName = 70

function shortName(filename: string): string {
  const name = filename.toWellFormed()
  return name.length > shownName ? `${name.slice(0, shownName - 1).toWellFormed()}…` : name
}

function head(context: PrintContext, { report, filename, owner }: PrintOrder): Content[] {
  const { t, format } = context.wording
  const words =
    report.words === null ? [] : [t('words', { count: report.words, shown: format.count(report.words) })]
  const about = [...words, ...(report.created_at ? [format.day(report.created_at)] : [])]
  return [
    line(context, `${brand.name} · ${t('title')}`, { style: 'title' }),
    line(context, shortName(filename), { style: 'document' }),
    ...(owner === null ? [] : [line(context, owner, { bold: true })]),
    line(context, about.join(' · '), { style: 'quiet' }),
  ]
}

/** Without its appendix a report takes at most so many pages. */
const reportPages = 2

/** Longer beginnings of a text are not tried: about as much as stands on two pages. */
const mostBeginning = 9_000

interface Beginning {
  context: PrintContext
  /** Characters of the text that are shown. */
  characters: number
}

/** What is printed, and the sentence that says why its finding does not stand; null if it does. */
type ShownOrder = PrintOrder & { withdrawn: string | null }

/** Without any rate where the finding does not stand: none was measured for such texts. */
function shownOrder(order: PrintOrder, { t }: PrintContext['wording']): ShownOrder {
  const { report, checks } = order
  return isWithdrawn(report.finding, checks)
    ? { ...order, report: withoutRates(report), baseline: null, withdrawn: t('withdrawn') }
    : { ...order, withdrawn: null }
}

/** The finding, the row of evidence and the beginning of the text. */
function mainPart(
  { context, characters }: Beginning,
  order: ShownOrder,
  paragraphs: readonly MarkedParagraph[],
): Content[] {
  const { t, format } = context.wording
  const { report, appendix } = order
  const { detector, created_at } = report
  const by = detector
    ? t('record.version', { name: detector.name, version: detector.version })
    : t('notAvailable')
  const note = ({ passages }: { passages: number }) =>
    [
      appendix ? t('print.goesOn.appendix') : t('print.goesOn'),
      ...(passages > 0 ? [t('print.goesOn.passages', { shown: format.count(passages) })] : []),
    ].join(' ')
  return [
    ...head(context, order),
    ...resultPart(context, report, order.baseline, order.withdrawn),
    ...evidenceRow(context, order),
    ...textPart(context, paragraphs, { isScored: report.score !== null, mostCharacters: characters, note }),
    line(
      context,
      [
        by,
        ...(created_at ? [momentOf(context, created_at)] : []),
        ...(appendix ? [] : [t('print.figures')]),
      ].join(' · '),
      {
        style: 'small',
        margin: [0, 4, 0, 0],
      },
    ),
  ]
}

function momentOf({ wording: { t, format, zone } }: PrintContext, moment: string): string {
  return t('print.time', { moment: format.moment(moment), zone })
}

/** Everything behind the result. The text is repeated only if its beginning was not all of it. */
function appendixPart(
  context: PrintContext,
  order: ShownOrder,
  paragraphs: readonly MarkedParagraph[],
  repeatsText: boolean,
): Content[] {
  const { t, format } = context.wording
  const { report } = order
  const isScored = report.score !== null
  const note = ({ characters }: { characters: number }) =>
    t('print.truncated', { count: characters, shown: format.count(characters) })
  const hasMarks = paragraphs.some(({ passages }) => passages.length > 0)
  return [
    line(context, t('print.appendix'), { style: 'document', pageBreak: 'before' }),
    ...passagesPart(context, paragraphs),
    ...(isScored ? nextStepsPart(context, hasMarks) : []),
    ...(repeatsText
      ? textPart(context, paragraphs, { isScored, mostCharacters: maxPrintedCharacters, note })
      : []),
    ...writingPart(context, order.writing),
    ...earlierPart(context, order),
    ...factsPart(context, report.facts, order.filename),
    ...(order.lookUp ? referencesPart(context, order.lookUp) : []),
    ...detailsPart(context, report, order.withdrawn),
    ...distributionPart(context, paragraphs, report.sentence_band),
    ...explanationPart(context, report),
    ...reasonsPart(context, paragraphs),
  ]
}

/** How much of the text stands on the pages of a report: all of it, or as much as fits. */
function fittingCharacters(all: number, fits: (characters: number) => boolean): number {
  let most = Math.min(all, mostBeginning)
  if (fits(most)) return most
  let least = 0
  // The last line of a page is found closely enough.
  while (most - least > 200) {
    const middle = Math.floor((least + most) / 2)
    if (fits(middle)) least = middle
    else most = middle
  }
  return least
}

/**
 * Makes the PDF of one report: two pages, and on request an appendix. It runs in its own process, because a
 * long text keeps it busy for seconds.
 */
export async function printReport(ordered: PrintOrder): Promise<Uint8Array> {
  const { report, filename } = ordered
  const wording = await loadWording(ordered.language, ordered.time_zone)
  const order = shownOrder(ordered, wording)
  const paragraphs = shownParagraphs(report)
  const all = paragraphs.reduce((sum, { characters }) => sum + characters, 0)
  // Laying out uses its content up, so each try begins anew.
  const start = () => ({ wording, typesetter: new Typesetter() })
  const pagesOf = (context: PrintContext, content: Content[]) => ({
    title: `${wording.t('title')} · ${filename.toWellFormed()}`,
    footer: footer(
      context,
      [shortName(filename), ...(report.text_hash ? [`SHA-256 ${report.text_hash}`] : [])].join('\n'),
    ),
    content: [...content, ...warningsPart(context)],
  })
  const characters = fittingCharacters(all, (tried) => {
    const context = start()
    return (
      countA4Pages(context, pagesOf(context, mainPart({ context, characters: tried }, order, paragraphs))) <=
      reportPages
    )
  })
  const context = start()
  const main = mainPart({ context, characters }, order, paragraphs)
  const appendix = order.appendix ? appendixPart(context, order, paragraphs, characters < all) : []
  const record = order.appendix ? recordPart(context, order) : []
  return renderPdf(context, pagesOf(context, [...main, ...appendix, ...record]))
}
