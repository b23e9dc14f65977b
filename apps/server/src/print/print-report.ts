import { brand, shownParagraphs } from '@penmark/contract'
import pdfmake from 'pdfmake'
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.d.ts'
import { distributionPart } from './distribution.ts'
import { explanationPart } from './explanation.ts'
import { faces, Typesetter } from './fonts.ts'
import { type Desk, ink, line, page, quiet, say, styles } from './look.ts'
import type { PrintOrder } from './messages.ts'
import { passagesPart } from './passages.ts'
import { reasonsPart } from './reasons.ts'
import { factsPart, recordPart } from './record.ts'
import { detailsPart, nextStepsPart, resultPart } from './result.ts'
import { textPart } from './text.ts'
import { loadWords } from './words.ts'

/** How many characters of a file's name fit on every page. */
const shownName = 70

function shortName(filename: string): string {
  const name = filename.toWellFormed()
  return name.length > shownName ? `${name.slice(0, shownName - 1).toWellFormed()}…` : name
}

function head(desk: Desk, { report, filename, owner }: PrintOrder): Content[] {
  const { t, figures } = desk.words
  const words = report.words === null ? [] : [t('words', { count: report.words, shown: figures.count(report.words) })]
  const about = [...words, ...(report.created_at ? [figures.day(report.created_at)] : [])]
  return [
    line(desk, `${brand.name} · ${t('title')}`, { style: 'title' }),
    line(desk, shortName(filename), { style: 'document' }),
    ...(owner === null ? [] : [line(desk, owner, { bold: true })]),
    line(desk, about.join(' · '), { style: 'quiet' }),
  ]
}

function foot(desk: Desk, filename: string, text_hash: string | null) {
  const name = [...say(desk, shortName(filename)), ...(text_hash ? say(desk, `\nSHA-256 ${text_hash}`) : [])]
  return (current: number, pages: number): Content => ({
    columns: [
      { text: name.map((run) => ({ ...run })), width: '*' },
      { text: `${current}/${pages}`, width: 'auto', alignment: 'right' },
    ],
    columnGap: 12,
    margin: [page.margins[0], 22, page.margins[2], 0],
    fontSize: 7.5,
    color: quiet,
    font: 'sans',
  })
}

/** Makes the PDF of one report. It runs in its own process, because a long text keeps it busy for seconds. */
export async function printReport(order: PrintOrder): Promise<Uint8Array> {
  const { report, filename } = order
  const desk: Desk = { words: await loadWords(order.language, order.time_zone), type: new Typesetter() }
  const paragraphs = shownParagraphs(report)
  const hasMarks = paragraphs.some(({ passages }) => passages.length > 0)
  const definition: TDocumentDefinitions = {
    pageSize: 'A4',
    pageMargins: page.margins,
    language: desk.words.language,
    displayTitle: true,
    info: { title: `${desk.words.t('title')} · ${filename.toWellFormed()}`, author: brand.name, creator: brand.name, producer: brand.name },
    defaultStyle: { font: 'sans', fontSize: 10, lineHeight: 1.2, color: ink },
    styles,
    footer: foot(desk, filename, report.text_hash),
    pageBreakBefore: ({ headlineLevel }, nodes) => headlineLevel === 1 && nodes.getFollowingNodesOnPage().length === 0,
    content: [
      ...head(desk, order),
      ...resultPart(desk, report),
      ...passagesPart(desk, paragraphs),
      ...(report.score === null ? [] : nextStepsPart(desk, hasMarks)),
      line(desk, desk.words.t('print.appendix'), { style: 'document', pageBreak: 'before' }),
      ...textPart(desk, paragraphs, report.score !== null),
      ...factsPart(desk, report.facts),
      ...detailsPart(desk, report),
      ...distributionPart(desk, paragraphs, report.sentence_band),
      ...explanationPart(desk, report),
      ...reasonsPart(desk, paragraphs),
      ...recordPart(desk, order),
    ],
  }
  pdfmake.setFonts(faces)
  // A report contains no file names or URLs to load; if a text is ever parsed as one, refuse it.
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => fontFiles.has(path))
  return pdfmake.createPdf(definition).getBuffer()
}

const fontFiles = new Set(Object.values(faces).flatMap((face) => Object.values(face)))
