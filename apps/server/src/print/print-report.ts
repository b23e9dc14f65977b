import { brand, shownParagraphs } from '@penmark/contract'
import pdfmake from 'pdfmake'
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.d.ts'
import { earlierPart } from './earlier-writing.ts'
import { distributionPart, explanationPart } from './explanation.ts'
import { faces, Typesetter } from './fonts.ts'
import { ink, line, type PrintContext, page, runsOf, startsNewPage, styles } from './layout.ts'
import type { PrintOrder } from './messages.ts'
import { reasonsPart } from './reasons.ts'
import { factsPart, notesPart, recordPart } from './record.ts'
import { referencesPart } from './references.ts'
import { detailsPart, nextStepsPart, resultPart } from './result.ts'
import { passagesPart, textPart } from './text.ts'
import { loadWords } from './words.ts'
import { writingPart } from './writing-record.ts'

/** How many characters of a file's name fit on every page. */
const shownName = 70

function shortName(filename: string): string {
  const name = filename.toWellFormed()
  return name.length > shownName ? `${name.slice(0, shownName - 1).toWellFormed()}…` : name
}

function head(context: PrintContext, { report, filename, owner }: PrintOrder): Content[] {
  const { t, format } = context.words
  const words = report.words === null ? [] : [t('words', { count: report.words, shown: format.count(report.words) })]
  const about = [...words, ...(report.created_at ? [format.day(report.created_at)] : [])]
  return [
    line(context, `${brand.name} · ${t('title')}`, { style: 'title' }),
    line(context, shortName(filename), { style: 'document' }),
    ...(owner === null ? [] : [line(context, owner, { bold: true })]),
    line(context, about.join(' · '), { style: 'quiet' }),
  ]
}

/** The footer of every page, with the page number. */
export function footer(context: PrintContext, text: string) {
  const name = runsOf(context, text)
  return (current: number, pages: number): Content => ({
    columns: [
      { text: name.map((run) => ({ ...run })), width: '*', style: 'footer' },
      { text: `${current}/${pages}`, width: 'auto', alignment: 'right', style: 'footer' },
    ],
    columnGap: 12,
    margin: [page.margins[0], 22, page.margins[2], 0],
  })
}

/** Makes the PDF of one report. It runs in its own process, because a long text keeps it busy for seconds. */
export async function printReport(order: PrintOrder): Promise<Uint8Array> {
  const { report, filename } = order
  const context: PrintContext = { words: await loadWords(order.language, order.time_zone), typesetter: new Typesetter() }
  const paragraphs = shownParagraphs(report)
  const hasMarks = paragraphs.some(({ passages }) => passages.length > 0)
  const definition: TDocumentDefinitions = {
    pageSize: 'A4',
    pageMargins: page.margins,
    language: context.words.language,
    displayTitle: true,
    info: {
      title: `${context.words.t('title')} · ${filename.toWellFormed()}`,
      author: brand.name,
      creator: brand.name,
      producer: brand.name,
    },
    defaultStyle: { font: 'sans', fontSize: 10, lineHeight: 1.2, color: ink },
    styles,
    footer: footer(context, [shortName(filename), ...(report.text_hash ? [`SHA-256 ${report.text_hash}`] : [])].join('\n')),
    pageBreakBefore: startsNewPage,
    content: [
      ...head(context, order),
      ...resultPart(context, report, order.baseline),
      ...passagesPart(context, paragraphs),
      ...(report.score === null ? [] : nextStepsPart(context, hasMarks)),
      line(context, context.words.t('print.appendix'), { style: 'document', pageBreak: 'before' }),
      ...textPart(context, paragraphs, report.score !== null),
      ...writingPart(context, order.writing),
      ...earlierPart(context, order),
      ...factsPart(context, report.facts),
      ...(order.lookUp ? referencesPart(context, order.lookUp) : []),
      ...detailsPart(context, report),
      ...distributionPart(context, paragraphs, report.sentence_band),
      ...explanationPart(context, report),
      ...reasonsPart(context, paragraphs),
      ...notesPart(context),
      ...recordPart(context, order),
    ],
  }
  pdfmake.setFonts(faces)
  refuseLoading()
  return pdfmake.createPdf(definition).getBuffer()
}

/** A report contains no file names or URLs to load; if a text is ever parsed as one, it is refused. */
export function refuseLoading(): void {
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => fontFiles.has(path))
}

const fontFiles = new Set(Object.values(faces).flatMap((face) => Object.values(face)))
