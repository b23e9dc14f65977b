import pdfmake from 'pdfmake'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, it } from 'vitest'
import { faces, Typesetter } from './fonts.ts'
import { heading, line, type PrintContext, startsNewPage, styles, subheading } from './look.ts'
import { foot, refuseLoading } from './print-report.ts'
import { loadWords } from './words.ts'

/** Texts of the pages of a PDF with a heading after so many lines. */
async function pagesWith(context: PrintContext, lines: number): Promise<string[]> {
  pdfmake.setFonts(faces)
  refuseLoading()
  const pdf = await pdfmake
    .createPdf({
      pageSize: 'A5',
      pageMargins: 60,
      defaultStyle: { font: 'sans' },
      styles,
      footer: foot(context, 'At the foot'),
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
  const context = { words: await loadWords('en-GB', undefined), type: new Typesetter() }
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
