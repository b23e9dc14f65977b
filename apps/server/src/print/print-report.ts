import { brand, shownParagraphs } from '@penmark/contract'
import type { Content } from 'pdfmake/interfaces.d.ts'
import { earlierPart } from './earlier-writing.ts'
import { distributionPart, explanationPart } from './explanation.ts'
import { factsPart } from './file-facts.ts'
import { Typesetter } from './fonts.ts'
import { line, type PrintContext } from './layout.ts'
import type { PrintOrder } from './messages.ts'
import { reasonsPart } from './reasons.ts'
import { recordPart } from './record.ts'
import { referencesPart } from './references.ts'
import { footer, renderPdf, warningsPart } from './render-pdf.ts'
import { detailsPart, nextStepsPart, resultPart } from './result.ts'
import { passagesPart, textPart } from './text.ts'
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
  const words = report.words === null ? [] : [t('words', { count: report.words, shown: format.count(report.words) })]
  const about = [...words, ...(report.created_at ? [format.day(report.created_at)] : [])]
  return [
    line(context, `${brand.name} · ${t('title')}`, { style: 'title' }),
    line(context, shortName(filename), { style: 'document' }),
    ...(owner === null ? [] : [line(context, owner, { bold: true })]),
    line(context, about.join(' · '), { style: 'quiet' }),
  ]
}

/** Makes the PDF of one report. It runs in its own process, because a long text keeps it busy for seconds. */
export async function printReport(order: PrintOrder): Promise<Uint8Array> {
  const { report, filename } = order
  const context: PrintContext = { wording: await loadWording(order.language, order.time_zone), typesetter: new Typesetter() }
  const paragraphs = shownParagraphs(report)
  const hasMarks = paragraphs.some(({ passages }) => passages.length > 0)
  return renderPdf(context, {
    title: `${context.wording.t('title')} · ${filename.toWellFormed()}`,
    footer: footer(context, [shortName(filename), ...(report.text_hash ? [`SHA-256 ${report.text_hash}`] : [])].join('\n')),
    content: [
      ...head(context, order),
      ...resultPart(context, report, order.baseline),
      ...passagesPart(context, paragraphs),
      ...(report.score === null ? [] : nextStepsPart(context, hasMarks)),
      line(context, context.wording.t('print.appendix'), { style: 'document', pageBreak: 'before' }),
      ...textPart(context, paragraphs, report.score !== null),
      ...writingPart(context, order.writing),
      ...earlierPart(context, order),
      ...factsPart(context, report.facts),
      ...(order.lookUp ? referencesPart(context, order.lookUp) : []),
      ...detailsPart(context, report),
      ...distributionPart(context, paragraphs, report.sentence_band),
      ...explanationPart(context, report),
      ...reasonsPart(context, paragraphs),
      ...warningsPart(context),
      ...recordPart(context, order),
    ],
  })
}
