import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { pdfOfPages } from '../../fixtures/hostile.ts'
import { fixturePath, fixtures } from '../../fixtures/manifest.ts'
import { changedPdf, scannedPdf } from '../../fixtures/pdf-writer.ts'
import { extractionLimits } from '../extraction/extraction.ts'
import { extractBytes } from '../files/extract-bytes.ts'
import { countChanges } from './history.ts'

const kinds = ['pdf-history', 'covered-text', 'file-origin']

async function factsOf(file: Buffer) {
  const { facts } = await extractBytes(file, extractionLimits, {
    loadEngine: async () => ({ recognise: () => [] }),
  })
  return facts
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ name, value, count }) => [name, value ?? count])
}

const words = (count: number) => Array.from({ length: count }, (_, nth) => `word${nth}`).join(' ')

describe('the history of a PDF', () => {
  test('states nothing about unchanged files, including linearised ones', async () => {
    const histories = await Promise.all(
      fixtures
        .filter(({ file }) => file.endsWith('.pdf'))
        .map(async ({ file }) => ({ file, facts: await factsOf(readFileSync(fixturePath(file))) })),
    )
    const remarkable = histories.filter(
      ({ file, facts }) => facts.length > 0 && !file.startsWith('reportlab-'),
    )
    expect(remarkable).toEqual([])
  })

  test('counts how often the file was changed after it was made', async () => {
    expect(await factsOf(changedPdf(pdfOfPages(2)))).toEqual([['changes', 1]])
    expect(await factsOf(changedPdf(changedPdf(changedPdf(pdfOfPages(2)))))).toEqual([['changes', 3]])
  })

  test('names the programs of earlier versions', async () => {
    const file = changedPdf(
      pdfOfPages(1),
      '<< /Producer (Old \\(Writer\\) \\063) /Creator (\\376\\377\\000W\\000e\0b) >>',
    )
    expect(await factsOf(changedPdf(file, '<< /Producer (New Writer) >>'))).toEqual([
      ['changes', 2],
      ['earlier-programs', 'Web, Old (Writer) 3'],
    ])
    const inHex = changedPdf(pdfOfPages(1), '<< /Producer <FEFF0041 00260042> /Creator <>>')
    expect(await factsOf(changedPdf(inHex, '<< /Producer (New) >>'))).toContainEqual([
      'earlier-programs',
      'A&B',
    ])
  })

  test('names programs as the metadata of earlier versions writes them', async () => {
    const [head, tail] = pdfOfPages(1).toString('latin1').split('/Type /Catalog')
    const file = Buffer.from(`${head}/Type /Catalog /Metadata 900 0 R${tail}`, 'latin1')
    const packet =
      '<< /Type /Metadata >>\nstream\n<xmp:CreatorTool>Paper &amp; Ink &#233;</xmp:CreatorTool>\nendstream'
    expect(await factsOf(changedPdf(file, packet))).toContainEqual(['earlier-programs', 'Paper & Ink é'])
  })

  test('names no programs of figures that are part of the file', async () => {
    const figure =
      '<< /PTEX.InfoDict 901 0 R >>\nendobj\n901 0 obj\n<< /Creator (OmniGraffle) /Producer (Mac OS X) >>'
    const picture = '<< /Subtype /XML >>\nstream\n<xmp:CreatorTool>GIMP 2.10</xmp:CreatorTool>\nendstream'
    expect(
      await factsOf(changedPdf(changedPdf(pdfOfPages(1), figure.replace('/Producer', '/Writer')), picture)),
    ).toEqual([['changes', 2]])
  })

  test('counts no change for the empty table that Office writes with the file', async () => {
    const file = pdfOfPages(1)
    const table = /startxref\s+(\d+)/.exec(file.toString('latin1'))?.[1]
    const second = `xref\n0 0\ntrailer\n<</Size 9/Root 1 0 R/Prev ${table}/XRefStm 9>>\nstartxref\n${file.length}\n%%EOF`
    const saved = Buffer.concat([file, Buffer.from(second)])
    expect(countChanges(saved)).toBe(0)
    expect(countChanges(changedPdf(saved))).toBe(1)
  })

  test('reports pages of different sizes, but not rotated pages', async () => {
    const letter = pdfOfPages(3).toString('latin1')
    const mixed = letter.replace('[0 0 595 842]', '[0 0 612 792]')
    expect(await factsOf(Buffer.from(mixed, 'latin1'))).toEqual([['page-sizes', 'A4 (2), Letter (1)']])
    const turned = letter.replace('[0 0 595 842]', '[0 0 842 595]')
    expect(await factsOf(Buffer.from(turned, 'latin1'))).toEqual([])
  })

  test.each([
    ['ChatGPT', 'chat-program'],
    ['ReportLab PDF Library - www.reportlab.com', 'library'],
  ])('reports a file that names %s as its program', async (program, name) => {
    const file = changedPdf(pdfOfPages(1), `<< /Producer (${program}) >>`)
    expect(await factsOf(file)).toContainEqual([name, program])
  })

  test('reports words covered by a picture, and still reads them', async () => {
    const file = scannedPdf(
      { picture: null, printed: [words(40)] },
      {
        picture: [50, 330, 500, 62],
        printed: ['One Two Three Four', 'Five Six Seven Eight', ...Array.from({ length: 8 }, () => words(9))],
        isOnTop: true,
      },
    )
    expect(await factsOf(file)).toEqual([['under-pictures', 31]])
    expect((await extractBytes(file)).text).toContain('Five Six Seven Eight')
  })

  test('reports no picture that is behind the words or covers the whole page', async () => {
    expect(
      await factsOf(
        scannedPdf({ picture: [50, 330, 500, 62], printed: Array.from({ length: 10 }, () => words(9)) }),
      ),
    ).toEqual([])
    expect(
      await factsOf(scannedPdf({ picture: [0, 0, 595, 842], printed: [words(12)], isOnTop: true })),
    ).toEqual([])
  })

  test('reads a PDF with 100,000 end markers', () => {
    const file = Buffer.concat([pdfOfPages(1), Buffer.from('startxref\n9\n%%EOF\n'.repeat(100_000))])
    expect(countChanges(file)).toBe(9_999)
  })
})
