import pdfmake from 'pdfmake'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, it } from 'vitest'
import { Typesetter } from './fonts.ts'
import { heading, line, type PrintContext, polyline, startsNewPage, styles, subheading } from './layout.ts'
import { footer, setUpPdfmake } from './render-pdf.ts'
import { loadWording } from './wording.ts'

/** The text of each page of a PDF with a heading after this many lines. */
async function pagesWith(context: PrintContext, lines: number): Promise<string[]> {
  setUpPdfmake()
  const pdf = await pdfmake
    .createPdf({
      pageSize: 'A5',
      pageMargins: 60,
      defaultStyle: { font: 'sans' },
      styles,
      footer: footer(context, 'At the foot'),
      pageBreakBefore: startsNewPage,
      content: [
        ...Array.from({ length: lines }, (_, nth) => line(context, `Line ${nth}`)),
        heading(context, 'First heading'),
        subheading(context, 'Second heading'),
        line(context, 'What they are about'),
      ],
    })
    .getBuffer()
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)))
  return text
}

it('never leaves a heading alone at the end of a page, however much stands above it', async () => {
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

it('keeps a shape in its place when a page break has the document laid out again', async () => {
  const context = { wording: await loadWording('en-GB', undefined), typesetter: new Typesetter() }
  setUpPdfmake()
  const corners = [
    { x: 10, y: 5 },
    { x: 60, y: 25 },
  ] as const
  const [{ x: x1, y: y1 }, { x: x2, y: y2 }] = corners
  const pdf = await pdfmake
    .createPdf({
      compress: false,
      defaultStyle: { font: 'sans' },
      styles,
      pageBreakBefore: ({ text }) => text !== undefined && JSON.stringify(text).includes('Next page'),
      content: [{ canvas: [{ type: 'line', x1, y1, x2, y2 }, polyline(corners, {})] }, line(context, 'Next page')],
    })
    .getBuffer()
  const drawn = Array.from(
    Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/[\d.]+ [\d.]+ m\n[\d.]+ [\d.]+ l/g),
    ([path]) => path,
  )
  expect(drawn).toHaveLength(2)
  expect(drawn[1]).toBe(drawn[0])
})
