import { expect, test } from 'vitest'
import { docxOf, paragraphXml } from '../../fixtures/hostile.ts'
import { writeZip } from '../../fixtures/zip-writer.ts'
import { extractBytes } from '../files/extract-bytes.ts'

const paragraphs = async (body: string) => (await extractBytes(docxOf(body))).paragraphs
const run = (text: string, properties = '') => paragraphXml(text, properties).replace(/^<w:p>|<\/w:p>$/g, '')

test('joins the runs of a sentence', async () => {
  const body = `<w:p>${run('It was ')}<w:proofErr w:type="spellStart"/>${run('late')}<w:hyperlink>${run(' enough')}</w:hyperlink>${run('.')}</w:p>`
  expect(await paragraphs(body)).toEqual(['It was late enough.'])
})

test('reads text inserted by a tracked change, but not text it deleted or moved', async () => {
  const moved = `<w:moveFrom>${run('nowhere ')}</w:moveFrom>`
  const removed = `<w:del><w:r><w:delText>old </w:delText></w:r></w:del>`
  expect(
    await paragraphs(
      `<w:p>${run('The ')}${removed}${moved}<w:ins>${run('new ')}</w:ins>${run('road.')}</w:p>`,
    ),
  ).toEqual(['The new road.'])
})

test('reads a text box once, after the paragraph it is anchored to', async () => {
  const box = `<w:txbxContent>${paragraphXml('In the box.')}</w:txbxContent>`
  const choice = `<mc:AlternateContent xmlns:mc="mc"><mc:Choice>${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent>`
  expect(await paragraphs(`<w:p>${run('Beside ')}<w:r>${choice}</w:r>${run('the box.')}</w:p>`)).toEqual([
    'Beside the box.',
    'In the box.',
  ])
})

test('reads two line breaks as the end of a paragraph and one as a space', async () => {
  const line = '<w:r><w:br/></w:r>'
  expect(
    await paragraphs(`<w:p>${run('One')}${line}${run('line.')}${line}${line}${run('Next.')}</w:p>`),
  ).toEqual(['One line.', 'Next.'])
})

test('separates words at tabs, keeps hard hyphens and removes soft ones', async () => {
  const body = `<w:p><w:r><w:t>left</w:t><w:tab/><w:t>well</w:t><w:noBreakHyphen/><w:t>known</w:t><w:t> be\u00adside</w:t></w:r></w:p>`
  expect(await paragraphs(body)).toEqual(['left well-known beside'])
})

test('omits a table of contents and reports its number of lines', async () => {
  const styles =
    '<w:styles xmlns:w="w"><w:style w:type="paragraph" w:styleId="Verz1"><w:name w:val="toc 1"/></w:style></w:styles>'
  const entry = `<w:p><w:pPr><w:pStyle w:val="Verz1"/></w:pPr>${run('Why it matters 3')}</w:p>`
  const extraction = await extractBytes(
    docxOf(entry + paragraphXml('Why it matters'), [{ name: 'word/styles.xml', data: styles }]),
  )
  expect(extraction.paragraphs).toEqual(['Why it matters'])
  expect(extraction.facts).toEqual([{ kind: 'left-out', name: 'table-of-contents', value: null, count: 1 }])
})

test('finds text hidden by a style, including inherited ones', async () => {
  const styles = `<w:styles xmlns:w="w"><w:style w:type="character" w:styleId="A"><w:rPr><w:vanish/></w:rPr></w:style>
    <w:style w:type="character" w:styleId="B"><w:basedOn w:val="A"/></w:style></w:styles>`
  const body = `<w:p>${run('Seen. ')}${run('Unseen words.', '<w:rStyle w:val="B"/>')}${run('Shown again.', '<w:rStyle w:val="B"/><w:vanish w:val="0"/>')}</w:p>`
  const { text, facts } = await extractBytes(docxOf(body, [{ name: 'word/styles.xml', data: styles }]))
  expect(text).toBe('Seen. Shown again.')
  expect(facts).toEqual([{ kind: 'hidden-text', name: 'vanish', value: 'Unseen words.', count: 2 }])
})

test.each([
  [
    'a cell',
    (inner: string) =>
      `<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:fill="1F3864"/></w:tcPr>${inner}</w:tc></w:tr></w:tbl>`,
  ],
  ['a paragraph', (inner: string) => inner.replace('<w:p>', '<w:p><w:pPr><w:shd w:fill="1F3864"/></w:pPr>')],
  ['a text box', (inner: string) => `<w:p><w:r><w:txbxContent>${inner}</w:txbxContent></w:r></w:p>`],
])('treats white text in %s with a dark background as visible', async (_, wrap) => {
  const white = paragraphXml('White words.', '<w:color w:val="FFFFFF"/>')
  expect(await paragraphs(paragraphXml('Black words.') + wrap(white))).toEqual([
    'Black words.',
    'White words.',
  ])
  expect(await paragraphs(paragraphXml('Black words.') + white)).toEqual(['Black words.'])
})

test('finds a main part of another name through the relationships, and reads the stated page count', async () => {
  const file = writeZip([
    {
      name: '_rels/.rels',
      data: '<Relationships><Relationship Type="http://x/officeDocument" Target="/word/document2.xml"/></Relationships>',
    },
    {
      name: 'word/document2.xml',
      data: `<w:document xmlns:w="w"><w:body>${paragraphXml('Found.')}</w:body></w:document>`,
    },
    {
      name: 'docProps/app.xml',
      data: '<Properties><Pages>7</Pages><Application>Microsoft Office Word</Application></Properties>',
    },
  ])
  const { paragraphs: found, pageCount, facts } = await extractBytes(file)
  expect(found).toEqual(['Found.'])
  expect(pageCount).toBe(7)
  expect(facts).toEqual([{ kind: 'metadata', name: 'producer', value: 'Microsoft Office Word', count: null }])
})

test('does not take what an empty form field shows for the answer', async () => {
  const control = (properties: string, text: string) =>
    `<w:sdt><w:sdtPr>${properties}<w:text/></w:sdtPr><w:sdtContent>${paragraphXml(text)}</w:sdtContent></w:sdt>`
  const empty = control('<w:showingPlcHdr/>', 'Click or tap here to enter text.')
  const filled = control('<w:showingPlcHdr w:val="0"/>', 'Because of the bees.')
  const inline = `<w:p>${run('Name: ')}<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${run('Your name')}</w:sdtContent></w:sdt>${run('.')}</w:p>`
  const { paragraphs: found, facts } = await extractBytes(
    docxOf(paragraphXml('Why?') + empty + filled + inline),
  )
  expect(found).toEqual(['Why?', 'Because of the bees.', 'Name: .'])
  expect(facts).toEqual([{ kind: 'left-out', name: 'placeholders', value: null, count: 2 }])
})

const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`

test('reads the result of a field and not its code, even where the code holds text and further fields', async () => {
  const inner = `${mark('begin')}<w:r><w:instrText> MERGEFIELD title </w:instrText></w:r>${mark('separate')}${run('Doctor')}${mark('end')}`
  const field = `${mark('begin')}<w:r><w:instrText> IF </w:instrText></w:r>${inner}${run('whom we do not know')}${mark('separate')}${run('Dr Amara')}${mark('end')}`
  expect(await paragraphs(`<w:p>${run('Dear ')}${field}${run(', hello.')}</w:p>`)).toEqual([
    'Dear Dr Amara, hello.',
  ])
})

test('reads a field whose result goes on for several paragraphs', async () => {
  const body = `<w:p>${mark('begin')}<w:r><w:instrText> INCLUDETEXT a </w:instrText></w:r>${mark('separate')}${run('One.')}</w:p>`
  expect(await paragraphs(`${body}<w:p>${run('Two.')}${mark('end')}${run(' Three.')}</w:p>`)).toEqual([
    'One.',
    'Two. Three.',
  ])
})

test('loses no more than a paragraph to a field that never ends', async () => {
  expect(await paragraphs(`<w:p>${run('One.')}${mark('begin')}</w:p>${paragraphXml('Two.')}`)).toEqual([
    'One.',
    'Two.',
  ])
})

test('reads characters inserted as symbols', async () => {
  const symbol = (font: string, char: string) => `<w:r><w:sym w:font="${font}" w:char="${char}"/></w:r>`
  const body = `<w:p>${run('5 ')}${symbol('Symbol', 'F06D')}${run('m, angle ')}${symbol('Symbol', '71')}${run('. Heat flows')}${symbol('Wingdings', 'F0E0')}${run('out')}${symbol('Wingdings', 'F0AA')}${run('wards ')}${symbol('Cambria Math', '2264')}${run(' 4')}</w:p>`
  expect(await paragraphs(body)).toEqual(['5 µm, angle θ. Heat flows→out wards ≤ 4'])
})

test('reads signs that are written in a font of symbols', async () => {
  const signs = (font: string, text: string) => run(text, `<w:rFonts w:ascii="${font}" w:hAnsi="${font}"/>`)
  const body = `<w:p>${run('5 ')}${signs('Symbol', '\uf06d')}${run('m ')}${signs('Wingdings', '\uf0e0')}${run(' A \uf0a3 B')}</w:p>`
  expect(await paragraphs(body)).toEqual(['5 µm → A ≤ B'])
})

test.each([
  ['UTF-16 with a mark', (xml: string) => Buffer.from(`\ufeff${xml}`, 'utf16le')],
  ['UTF-16 with the high byte first', (xml: string) => Buffer.from(`\ufeff${xml}`, 'utf16le').swap16()],
  ['UTF-16 without a mark', (xml: string) => Buffer.from(xml, 'utf16le')],
  ['UTF-8 with a mark', (xml: string) => Buffer.from(`\ufeff${xml}`)],
  ['Latin letters of one byte', (xml: string) => Buffer.from(xml.replace('UTF-8', 'ISO-8859-1'), 'latin1')],
  ['UTF-8 that is declared as UTF-16', (xml: string) => Buffer.from(xml.replace('UTF-8', 'UTF-16'))],
])('reads a document written in %s', async (_, encode) => {
  const xml = `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="w"><w:body>${paragraphXml('Déjà vu.')}</w:body></w:document>`
  const file = writeZip([{ name: 'word/document.xml', data: encode(xml) }])
  expect((await extractBytes(file)).paragraphs).toEqual(['Déjà vu.'])
})

test('reads a large first letter with its word', async () => {
  const initial = `<w:p><w:pPr><w:framePr w:dropCap="drop" w:lines="3"/></w:pPr>${run('M')}</w:p>`
  expect(
    await paragraphs(
      `${paragraphXml('Bees')}${initial}${paragraphXml('y grandmother kept bees.')}${paragraphXml('Next.')}`,
    ),
  ).toEqual(['Bees', 'My grandmother kept bees.', 'Next.'])
})
