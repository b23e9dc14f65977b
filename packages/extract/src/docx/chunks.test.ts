import { expect, test } from 'vitest'
import { docxOf, paragraphXml } from '../../fixtures/hostile.ts'
import { extractBytes } from '../files/extract-bytes.ts'

const chunk = (nth: number) => `<w:altChunk xmlns:r="r" r:id="c${nth}"/>`

/** A DOCX between whose two paragraphs documents of these names are embedded. */
function embedding(...documents: { name: string; data: string | Buffer }[]): Buffer {
  const relations = documents
    .map(({ name }, nth) => `<Relationship Id="c${nth}" Type="http://x/aFChunk" Target="${name}"/>`)
    .join('')
  return docxOf(
    paragraphXml('Before.') + documents.map((_, nth) => chunk(nth)).join('') + paragraphXml('After.'),
    [
      { name: 'word/_rels/document.xml.rels', data: `<Relationships>${relations}</Relationships>` },
      ...documents.map(({ name, data }) => ({ name: `word/${name}`, data })),
    ],
  )
}

const page =
  '<html><head><title>No text</title></head><body><p>An essay in <b>a page</b>.</p><p>It&rsquo;s long.</p></body></html>'
const archive = (html: string) =>
  `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html; charset="utf-8"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${html.replaceAll('=', '=3D')}\r\n--b--\r\n`

test.each([
  ['a web page', 'chunk.html', page],
  ['a web archive', 'chunk.mht', archive(page)],
  ['RTF', 'chunk.rtf', "{\\rtf1\\ansi An essay in a page.\\par It\\'92s long.\\par}"],
  ['plain text', 'chunk.txt', 'An essay in a page.\n\nIt’s long.'],
  ['another DOCX', 'chunk.docx', docxOf(paragraphXml('An essay in a page.') + paragraphXml('It’s long.'))],
])('reads text that is embedded as %s, in its place', async (_, name, data) => {
  const { paragraphs } = await extractBytes(embedding({ name, data }))
  expect(paragraphs).toEqual(['Before.', 'An essay in a page.', 'It’s long.', 'After.'])
})

test('reads several embedded documents in order, and reports their hidden words', async () => {
  const file = embedding(
    { name: 'a.html', data: '<p>One.</p><p style="display: none">Unseen.</p>' },
    { name: 'b.html', data: '<p>Two.</p>' },
  )
  const { paragraphs, facts } = await extractBytes(file)
  expect(paragraphs).toEqual(['Before.', 'One.', 'Two.', 'After.'])
  expect(facts).toEqual([{ kind: 'hidden-text', name: 'vanish', value: 'Unseen.', count: 1 }])
})

test.each([
  ['in another format', { name: 'chunk.xml', data: '<?xml version="1.0"?><a>words</a>' }],
  [
    'within an embedded document',
    { name: 'chunk.docx', data: embedding({ name: 'again.docx', data: docxOf(paragraphXml('Deep.')) }) },
  ],
])('says that text is embedded %s where it cannot be read', async (_, document) => {
  await expect(extractBytes(embedding(document))).rejects.toMatchObject({
    failure: 'damaged',
    code: 'file_embedded',
  })
})
