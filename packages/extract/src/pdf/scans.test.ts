import { expect, test } from 'vitest'
import { scannedPdf } from '../../fixtures/pdf-writer.ts'
import { extractionLimits } from '../extraction/extraction.ts'
import { extractBytes } from '../files/extract-bytes.ts'

const wholePage: [number, number, number, number] = [0, 0, 595, 842]
const lines = ['The harbour was quiet that morning,', 'and nobody had come to mend the nets.']

async function read(...pages: Parameters<typeof scannedPdf>) {
  const { text, facts } = await extractBytes(scannedPdf(...pages), extractionLimits, {
    loadEngine: async () => ({ recognise: () => [] }),
  })
  return {
    text,
    told: facts.filter(({ kind, count }) => /hidden-text|recognised-text/.test(kind) && count !== 0),
  }
}

test('reads the recognised text of a scan as the text of the page, not as hidden text', async () => {
  const { text, told } = await read(
    { picture: wholePage, inkless: lines },
    { picture: wholePage, inkless: lines },
  )
  expect(text).toContain('The harbour was quiet')
  expect(told).toEqual([{ kind: 'recognised-text', name: 'pages', value: null, count: 2 }])
})

test('accepts a scan with a margin and a printed line', async () => {
  const { told } = await read({
    picture: [40, 60, 515, 740],
    inkless: [...lines, ...lines],
    printed: ['Page 3'],
  })
  expect(told).toEqual([{ kind: 'recognised-text', name: 'pages', value: null, count: 1 }])
})

test.each([
  [
    'on a page without a picture, though another page of the file is a scan',
    { picture: null, inkless: lines },
  ],
  [
    'on a page with a picture that is no page',
    { picture: [60, 700, 200, 100] as [number, number, number, number], inkless: lines },
  ],
  [
    'beside the picture of a page',
    { picture: [0, 0, 400, 842] as [number, number, number, number], left: 410, inkless: lines },
  ],
  [
    'among printed text over a picture of the page',
    { picture: wholePage, inkless: lines, printed: [...lines, ...lines] },
  ],
])('still reports invisible text %s', async (_, page) => {
  const { told } = await read({ picture: wholePage, inkless: ['A page that was scanned before.'] }, page)
  expect(told).toContainEqual({ kind: 'hidden-text', name: 'no-ink', value: lines.join(' '), count: 14 })
})
