import { brand } from '@penmark/contract'
import pdfmake from 'pdfmake'
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.d.ts'
import { faces } from './fonts.ts'
import { ink, type PrintContext, page, runsOf, startsNewPage, styles } from './layout.ts'

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

/** Warnings about characters that this PDF could not draw. Must be called last, after all other text has been typeset. */
export function warningsPart({ typesetter, wording: { t, format } }: PrintContext): Content[] {
  const warnings = [
    ...(typesetter.missingGlyphs > 0 ? [t('print.undrawn', { shown: format.count(typesetter.missingGlyphs) })] : []),
    ...(typesetter.hasRightToLeft ? [t('print.rightToLeft')] : []),
  ]
  return warnings.map((text) => ({ text: typesetter.runs('sans', text), bold: true, margin: [0, 8, 0, 0] }))
}

const fontFiles = new Set(Object.values(faces).flatMap((face) => Object.values(face)))

/** Sets the fonts. Text from outside must never make pdfmake fetch a URL, or read a file that is not a font, so both are refused. */
export function setUpPdfmake(): void {
  pdfmake.setFonts(faces)
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => fontFiles.has(path))
}

/** Renders a document of A4 pages. */
export function renderPdf(
  { wording }: PrintContext,
  { title, ...document }: Pick<TDocumentDefinitions, 'footer' | 'content'> & { title: string },
): Promise<Uint8Array> {
  const definition: TDocumentDefinitions = {
    pageSize: 'A4',
    pageMargins: page.margins,
    language: wording.language,
    displayTitle: true,
    info: { title, author: brand.name, creator: brand.name, producer: brand.name },
    defaultStyle: { font: 'sans', fontSize: 10, lineHeight: 1.2, color: ink },
    styles,
    pageBreakBefore: startsNewPage,
    ...document,
  }
  setUpPdfmake()
  return pdfmake.createPdf(definition).getBuffer()
}
