import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fixturePath, fixtures, measureRecovery, unseen } from '../../fixtures/manifest.ts'
import { essay, paragraphsOf } from '../../fixtures/prose.ts'
import type { ExtractedFact } from '../extraction/extraction.ts'
import { extractBytes } from './extract-bytes.ts'

const read = (file: string) => extractBytes(readFileSync(fixturePath(file)))
const hidden = (facts: ExtractedFact[]) =>
  Object.fromEntries(
    facts.filter((fact) => fact.kind === 'hidden-text').map((fact) => [fact.name, fact.value]),
  )
const [, first = ''] = paragraphsOf(essay)

describe('a file from', () => {
  test.each(fixtures)(
    '$generator ($layout) gives every paragraph: $file',
    async ({ file, paragraphs, pageCount }) => {
      const extraction = await read(file)
      expect(extraction.paragraphs).toEqual(paragraphs)
      expect(extraction.text).toBe(paragraphs.join('\n\n'))
      expect(extraction.pageCount).toBe(pageCount)
      expect(file.endsWith(`.${extraction.fileType}`)).toBe(true)
    },
  )
})

test('recovers nine in ten paragraphs exactly in layouts not used in development', async () => {
  let expected = 0
  let exact = 0
  for (const { file, paragraphs } of unseen) {
    const recovery = measureRecovery(paragraphs, (await read(file)).paragraphs)
    expected += recovery.expected
    exact += recovery.exact
  }
  expect(exact / expected).toBeGreaterThanOrEqual(0.9)
})

describe('invisible text', () => {
  test.each(['docx', 'doc', 'pdf'])(
    'is omitted from a %s and reported as facts, while white text on a dark background is kept',
    async (type) => {
      const { paragraphs, facts } = await read(`office-hidden.${type}`)
      expect(paragraphs).toEqual([essay.title, first, 'Seen before. White words on ink are read.'])
      const vanished = type === 'pdf' ? {} : { vanish: 'Vanished words stay unseen.' }
      expect(hidden(facts)).toEqual({ ...vanished, white: 'Snow words are not seen.', tiny: 'Dust words.' })
      expect(facts.find((fact) => fact.name === 'white')?.count).toBe(5)
    },
  )

  test('is also found in a PDF if it has no ink or is outside the page', async () => {
    const { text, facts } = await read('reportlab-hidden.pdf')
    expect(Object.keys(hidden(facts)).sort()).toEqual(['no-ink', 'off-page', 'tiny', 'white'])
    expect(text).not.toMatch(/Snow|Dust|Glass|Lost/)
    expect(text).toContain('White words on a black band are there to be read.')
  })

  test('does not include the recognised text of a scan', async () => {
    const { facts } = await read('reportlab-recognised.pdf')
    expect(facts).toContainEqual({ kind: 'recognised-text', name: 'pages', value: null, count: 1 })
    expect(hidden(facts)).toEqual({})
  })
})

describe('the metadata of a file', () => {
  const dates = { created: '2025-03-04T09:30:00.000Z', modified: '2025-03-06T17:45:00.000Z' }
  const office: unknown = expect.stringContaining('LibreOffice')

  test.each([
    ['docx', { ...dates, producer: office }],
    ['doc', dates],
    ['pdf', { producer: office }],
  ])('is reported as facts for a %s', async (type, told) => {
    const { facts } = await read(`office-essay.${type}`)
    const values = Object.fromEntries(
      facts.filter((fact) => fact.kind === 'metadata').map((fact) => [fact.name, fact.value]),
    )
    expect(values).toMatchObject({ author: 'Ana Petrova', title: 'The Harbour That Moved', ...told })
  })

  test('is reported with the number of omitted notes, headers and footers', async () => {
    const leftOut = (facts: ExtractedFact[]) =>
      Object.fromEntries(
        facts.filter((fact) => fact.kind === 'left-out').map((fact) => [fact.name, fact.count]),
      )
    expect(leftOut((await read('office-essay.docx')).facts)).toEqual({ notes: 2 })
    expect(leftOut((await read('office-essay.doc')).facts)).toEqual({ notes: 2 })
    expect(leftOut((await read('office-essay.pdf')).facts)).toEqual({ notes: 2, 'headers-and-footers': 4 })
    expect(leftOut((await read('reportlab-turned.pdf')).facts)).toEqual({ 'slanted-text': 1 })
  })
})

describe('a table', () => {
  const cells = ['Year', 'Boats', '1790', 'forty-one sailing boats', '1860', 'three barges']

  test.each(['docx', 'doc'])('is read cell by cell from a %s, each as a paragraph', async (type) => {
    expect((await read(`office-table.${type}`)).paragraphs.slice(-6)).toEqual(cells)
  })

  test('is read row by row from a PDF, each as a paragraph', async () => {
    expect((await read('office-table.pdf')).paragraphs.slice(-3)).toEqual([
      'Year Boats',
      '1790 forty-one sailing boats',
      '1860 three barges',
    ])
  })
})
