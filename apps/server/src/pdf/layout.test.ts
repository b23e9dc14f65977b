import type { Content } from 'pdfmake/interfaces.d.ts'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { Typesetter } from './fonts.ts'
import { heading, line, type PrintContext, polyline, startsNewPage, styles, subheading } from './layout.ts'
import { footer } from './render-pdf.ts'
import { makeTaggedPdf, type PageDefinition } from './tagged-pdf.ts'
import { loadWording } from './wording.ts'

function smallPages(
  definition: Pick<PageDefinition, 'content' | 'footer' | 'pageBreakBefore' | 'compress'>,
): Promise<Buffer> {
  const page = {
    pageSize: 'A5',
    pageMargins: 60,
    styles,
    defaultStyle: { font: 'sans' },
    language: 'en-GB',
    info: { Title: 'Pages' },
  } as const
  return makeTaggedPdf({ ...page, ...definition })
}

/** The text of each page of a PDF with a heading after this many lines. */
async function pagesWith(context: PrintContext, lines: number): Promise<string[]> {
  const pdf = await smallPages({
    footer: footer(context, 'At the foot'),
    pageBreakBefore: startsNewPage,
    content: [
      ...Array.from({ length: lines }, (_, nth) => line(context, `Line ${nth}`)),
      heading(context, 'First heading'),
      subheading(context, 'Second heading'),
      line(context, 'What they are about'),
    ],
  })
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)))
  return text
}

test('never leaves a heading alone at the end of a page, however much stands above it', async () => {
  const context = { wording: await loadWording('en-GB', undefined), typesetter: new Typesetter() }
  const pageCounts = new Set<number>()
  for (let lines = 22; lines < 42; lines++) {
    const pages = await pagesWith(context, lines)
    pageCounts.add(pages.length)
    const together = pages.filter((page) => page.includes('What they are about'))
    expect(together).toHaveLength(1)
    expect(together[0]).toContain('First heading')
    expect(together[0]).toContain('Second heading')
  }
  expect([...pageCounts]).toEqual([1, 2])
})

test('keeps a shape in its place when a page break has the document laid out again', async () => {
  const context = { wording: await loadWording('en-GB', undefined), typesetter: new Typesetter() }
  const corners = [
    { x: 10, y: 5 },
    { x: 60, y: 25 },
  ] as const
  const [{ x: x1, y: y1 }, { x: x2, y: y2 }] = corners
  const content: Content[] = [
    { canvas: [{ type: 'line', x1, y1, x2, y2 }, polyline(corners, {})] },
    line(context, 'Next page'),
  ]
  const pdf = await smallPages({
    compress: false,
    pageBreakBefore: ({ text }) => text !== undefined && JSON.stringify(text).includes('Next page'),
    content,
  })
  const drawn = Array.from(
    pdf.toString('latin1').matchAll(/[\d.]+ [\d.]+ m\n[\d.]+ [\d.]+ l/g),
    ([path]) => path,
  )
  expect(drawn).toHaveLength(2)
  expect(drawn[1]).toBe(drawn[0])
})
