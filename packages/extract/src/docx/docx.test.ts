import { expect, it } from 'vitest'
import { docxOf, paragraphXml } from '../../fixtures/hostile.ts'
import { writeZip } from '../../fixtures/zip-writer.ts'
import { extractBytes } from '../extract-bytes.ts'

const paragraphs = async (body: string) => (await extractBytes(docxOf(body))).paragraphs
const run = (text: string, properties = '') => paragraphXml(text, properties).replace(/^<w:p>|<\/w:p>$/g, '')

it('joins the runs of a sentence', async () => {
  const body = `<w:p>${run('It was ')}<w:proofErr w:type="spellStart"/>${run('late')}<w:hyperlink>${run(' enough')}</w:hyperlink>${run('.')}</w:p>`
  expect(await paragraphs(body)).toEqual(['It was late enough.'])
})

it('reads text inserted by a tracked change, but not text it deleted or moved', async () => {
  const moved = `<w:moveFrom>${run('nowhere ')}</w:moveFrom>`
  const removed = `<w:del><w:r><w:delText>old </w:delText></w:r></w:del>`
  expect(await paragraphs(`<w:p>${run('The ')}${removed}${moved}<w:ins>${run('new ')}</w:ins>${run('road.')}</w:p>`)).toEqual([
    'The new road.',
  ])
})

it('reads a text box once, after the paragraph it is anchored to', async () => {
  const box = `<w:txbxContent>${paragraphXml('In the box.')}</w:txbxContent>`
  const choice = `<mc:AlternateContent xmlns:mc="mc"><mc:Choice>${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent>`
  expect(await paragraphs(`<w:p>${run('Beside ')}<w:r>${choice}</w:r>${run('the box.')}</w:p>`)).toEqual(['Beside the box.', 'In the box.'])
})

it('reads two line breaks as the end of a paragraph and one as a space', async () => {
  const line = '<w:r><w:br/></w:r>'
  expect(await paragraphs(`<w:p>${run('One')}${line}${run('line.')}${line}${line}${run('Next.')}</w:p>`)).toEqual(['One line.', 'Next.'])
})

it('separates words at tabs, keeps hard hyphens and removes soft ones', async () => {
  const body = `<w:p><w:r><w:t>left</w:t><w:tab/><w:t>well</w:t><w:noBreakHyphen/><w:t>known</w:t><w:t> be\u00adside</w:t></w:r></w:p>`
  expect(await paragraphs(body)).toEqual(['left well-known beside'])
})

it('omits a table of contents and reports its number of lines', async () => {
  const styles = '<w:styles xmlns:w="w"><w:style w:type="paragraph" w:styleId="Verz1"><w:name w:val="toc 1"/></w:style></w:styles>'
  const entry = `<w:p><w:pPr><w:pStyle w:val="Verz1"/></w:pPr>${run('Why it matters 3')}</w:p>`
  const extraction = await extractBytes(docxOf(entry + paragraphXml('Why it matters'), [{ name: 'word/styles.xml', data: styles }]))
  expect(extraction.paragraphs).toEqual(['Why it matters'])
  expect(extraction.facts).toEqual([{ kind: 'left-out', name: 'table-of-contents', value: null, count: 1 }])
})

it('finds text hidden by a style, including inherited ones', async () => {
  const styles = `<w:styles xmlns:w="w"><w:style w:type="character" w:styleId="A"><w:rPr><w:vanish/></w:rPr></w:style>
    <w:style w:type="character" w:styleId="B"><w:basedOn w:val="A"/></w:style></w:styles>`
  const body = `<w:p>${run('Seen. ')}${run('Unseen words.', '<w:rStyle w:val="B"/>')}${run('Shown again.', '<w:rStyle w:val="B"/><w:vanish w:val="0"/>')}</w:p>`
  const { text, facts } = await extractBytes(docxOf(body, [{ name: 'word/styles.xml', data: styles }]))
  expect(text).toBe('Seen. Shown again.')
  expect(facts).toEqual([{ kind: 'hidden-text', name: 'vanish', value: 'Unseen words.', count: 2 }])
})

it.each([
  ['a cell', (inner: string) => `<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:fill="1F3864"/></w:tcPr>${inner}</w:tc></w:tr></w:tbl>`],
  ['a paragraph', (inner: string) => inner.replace('<w:p>', '<w:p><w:pPr><w:shd w:fill="1F3864"/></w:pPr>')],
  ['a text box', (inner: string) => `<w:p><w:r><w:txbxContent>${inner}</w:txbxContent></w:r></w:p>`],
])('treats white text in %s with a dark background as visible', async (_, wrap) => {
  const white = paragraphXml('White words.', '<w:color w:val="FFFFFF"/>')
  expect(await paragraphs(paragraphXml('Black words.') + wrap(white))).toEqual(['Black words.', 'White words.'])
  expect(await paragraphs(paragraphXml('Black words.') + white)).toEqual(['Black words.'])
})

it('finds a main part of another name through the relationships, and reads the stated page count', async () => {
  const file = writeZip([
    {
      name: '_rels/.rels',
      data: '<Relationships><Relationship Type="http://x/officeDocument" Target="/word/document2.xml"/></Relationships>',
    },
    { name: 'word/document2.xml', data: `<w:document xmlns:w="w"><w:body>${paragraphXml('Found.')}</w:body></w:document>` },
    { name: 'docProps/app.xml', data: '<Properties><Pages>7</Pages><Application>Microsoft Office Word</Application></Properties>' },
  ])
  const { paragraphs: found, pageCount, facts } = await extractBytes(file)
  expect(found).toEqual(['Found.'])
  expect(pageCount).toBe(7)
  expect(facts).toEqual([{ kind: 'metadata', name: 'producer', value: 'Microsoft Office Word', count: null }])
})
