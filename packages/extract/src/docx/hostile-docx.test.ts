import { describe, expect, test } from 'vitest'
import { docxOf, paragraphXml } from '../../fixtures/hostile.ts'
import { writeZip, type ZipPart } from '../../fixtures/zip-writer.ts'
import { extractBytes } from '../files/extract-bytes.ts'

const part = (name: string, inside: string): ZipPart => ({
  name: `word/${name}.xml`,
  data: `<w:${name} xmlns:w="w">${inside}</w:${name}>`,
})
const relations = (name: string, ...targets: string[]): ZipPart => ({
  name,
  data: `<Relationships>${targets
    .map(
      (target, nth) => `<Relationship Id="rId${nth % 2}" Type="http://x/officeDocument" Target="${target}"/>`,
    )
    .join('')}</Relationships>`,
})
const historyOf = async (file: Buffer) =>
  (await extractBytes(file)).facts.find(({ kind }) => kind === 'editing-history')

describe('a DOCX whose parts refer to themselves', () => {
  const styled = (style: string) =>
    `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:rPr><w:rStyle w:val="${style}"/></w:rPr><w:t>Read.</w:t></w:r></w:p>`
  const style = (id: string, base: string, look = '') =>
    `<w:style w:styleId="${id}"><w:basedOn w:val="${base}"/><w:rPr>${look}</w:rPr></w:style>`

  test.each([
    ['a style that builds on itself', style('A', 'A')],
    ['two styles that build on each other', style('A', 'B') + style('B', 'A')],
    [
      'a ring of 10,000 styles',
      Array.from({ length: 10_000 }, (_, nth) => style(nth ? `S${nth}` : 'A', `S${(nth + 1) % 10_000}`)).join(
        '',
      ),
    ],
    ['a style that builds on a missing one', style('A', 'Gone')],
    ['one id for 10,000 styles', style('A', 'A').repeat(10_000)],
  ])('is read with %s', async (_, styles) => {
    expect(
      (await extractBytes(docxOf(styled('A').repeat(500), [part('styles', styles)]))).paragraphs,
    ).toHaveLength(500)
  })

  test('finds the words that a ring of styles hides', async () => {
    const file = docxOf(paragraphXml('Seen.') + styled('A'), [
      part('styles', style('A', 'B') + style('B', 'A', '<w:vanish/>')),
    ])
    const { text, facts } = await extractBytes(file)
    expect(text).toBe('Seen.')
    expect(facts).toEqual([{ kind: 'hidden-text', name: 'vanish', value: 'Read.', count: 1 }])
  })

  test('is read with relationships that point at each other, and at themselves', async () => {
    const file = docxOf(paragraphXml('Read.'), [
      relations('word/_rels/document.xml.rels', 'styles.xml', '_rels/document.xml.rels', '../_rels/.rels'),
      relations('word/_rels/styles.xml.rels', 'document.xml', 'styles.xml'),
    ])
    expect((await extractBytes(file)).paragraphs).toEqual(['Read.'])
  })

  test.each([
    ['the list of relationships itself', '_rels/.rels', 'empty'],
    ['a folder above the file', '../../word/document.xml', 'damaged'],
    ['nothing', 'word/gone.xml', 'damaged'],
  ])('is refused where its main part is %s', async (_, target, failure) => {
    const document = `<w:document xmlns:w="w"><w:body>${paragraphXml('Never named.')}</w:body></w:document>`
    const file = writeZip([relations('_rels/.rels', target), { name: 'word/document.xml', data: document }])
    await expect(extractBytes(file)).rejects.toMatchObject({
      name: 'ExtractionError',
      failure,
    })
  })

  test('is read with lists whose numbering refers to itself', async () => {
    const ring = ['A', 'B', 'A'].map(
      (name, nth) =>
        `<w:abstractNum w:abstractNumId="${nth % 2}"><w:styleLink w:val="${name}"/><w:numStyleLink w:val="${name}"/></w:abstractNum>
         <w:num w:numId="1"><w:abstractNumId w:val="${nth % 2}"/></w:num>`,
    )
    const item = `<w:p><w:pPr><w:pStyle w:val="A"/><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>Item.</w:t></w:r></w:p>`
    const linked = `<w:style w:styleId="A"><w:basedOn w:val="A"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>`
    const file = docxOf(item, [part('numbering', ring.join('')), part('styles', linked)])
    expect((await extractBytes(file)).paragraphs).toEqual(['Item.'])
  })

  test('counts 100,000 comments of one id, and names their author once', async () => {
    const comment =
      '<w:comment w:id="0" w:author="Ana"><w:p><w:commentRangeStart w:id="0"/></w:p></w:comment>'
    const file = docxOf('<w:p><w:commentRangeStart w:id="0"/><w:r><w:t>Read.</w:t></w:r></w:p>', [
      part('comments', comment.repeat(100_000)),
    ])
    expect(await historyOf(file)).toMatchObject({ name: 'comments', value: 'Ana', count: 100_000 })
  })
})

describe('a DOCX of very many marks', () => {
  test('is read with 100,000 runs of a session each', async () => {
    const run = (nth: number) =>
      `<w:r w:rsidR="00${(nth + 1).toString(16).padStart(6, '0')}"><w:t xml:space="preserve">word </w:t></w:r>`
    const body = `<w:p>${Array.from({ length: 100_000 }, (_, nth) => run(nth)).join('')}</w:p>`
    const history = (await historyOf(docxOf(body)))?.history
    expect(history).toMatchObject({ words: 100_000, sessions: 100_000, largest: 1 })
    expect(history?.stretches.length).toBeLessThanOrEqual(150)
  })

  test('is read with 100,000 tracked changes of one id', async () => {
    const change = (nth: number) =>
      `<w:ins w:id="0" w:author="Writer ${nth}"><w:r><w:t xml:space="preserve">word </w:t></w:r></w:ins>`
    const file = docxOf(`<w:p>${Array.from({ length: 100_000 }, (_, nth) => change(nth)).join('')}</w:p>`)
    expect(await historyOf(file)).toMatchObject({
      name: 'tracked-changes',
      value: 'Writer 0, Writer 1, Writer 2, Writer 3, Writer 4',
      count: 100_000,
    })
  })

  const nested: [name: string, open: string, close: string][] = [
    ['tracked changes', '<w:ins w:author="Ana">', '</w:ins>'],
    ['text boxes', '<w:r><w:txbxContent><w:p><w:r><w:t>word </w:t></w:r>', '</w:p></w:txbxContent></w:r>'],
    ['tables', '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>word </w:t></w:r></w:p>', '</w:tc></w:tr></w:tbl>'],
  ]
  const nestedFile = (depth: number, open: string, close: string) =>
    docxOf(`<w:p>${open.repeat(depth)}<w:r><w:t>Read.</w:t></w:r>${close.repeat(depth)}</w:p>`)

  test.each(nested)('is read with 300 %s inside each other', async (_, open, close) => {
    expect((await extractBytes(nestedFile(300, open, close))).text).toContain('Read.')
  })

  test.each(nested)('is refused with 100,000 %s inside each other', async (_, open, close) => {
    await expect(extractBytes(nestedFile(100_000, open, close))).rejects.toMatchObject({
      code: 'content_too_large',
    })
  })
})
