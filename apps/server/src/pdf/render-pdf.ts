import { brand } from '@penmark/contract'
import type { Content } from 'pdfmake/interfaces.d.ts'
import { ink, type PrintContext, page, runsOf, startsNewPage, styles } from './layout.ts'
import { countPages, makeTaggedPdf, type PageDefinition } from './tagged-pdf.ts'

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

/**
 * Warnings about characters that this PDF could not draw. Must be called last, after all other text has been
 * typeset.
 */
export function warningsPart({ typesetter, wording: { t, format } }: PrintContext): Content[] {
  const warnings = [
    ...(typesetter.missingGlyphs > 0
      ? [t('print.undrawn', { shown: format.count(typesetter.missingGlyphs) })]
      : []),
    ...(typesetter.hasRightToLeft ? [t('print.rightToLeft')] : []),
  ]
  return warnings.map((text) => ({ text: typesetter.runs('sans', text), bold: true, margin: [0, 8, 0, 0] }))
}

type Pages = Pick<PageDefinition, 'footer' | 'content'> & { title: string }

function a4({ wording }: PrintContext, { title, ...document }: Pages): PageDefinition {
  return {
    pageSize: 'A4',
    pageMargins: page.margins,
    language: wording.language,
    info: { Title: title, Author: brand.name, Creator: brand.name, Producer: brand.name },
    defaultStyle: { font: 'sans', fontSize: 10, lineHeight: 1.2, color: ink },
    styles,
    pageBreakBefore: startsNewPage,
    ...document,
  }
}

/** Renders a document of A4 pages. */
export function renderPdf(context: PrintContext, pages: Pages): Promise<Uint8Array> {
  return makeTaggedPdf(a4(context, pages))
}

/** How many A4 pages a document takes. Its content cannot be rendered afterwards. */
export function countA4Pages(context: PrintContext, pages: Pages): number {
  return countPages(a4(context, pages))
}
