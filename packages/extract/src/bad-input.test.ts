import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { docxOf, paragraphXml, pdfBomb, pdfOfPages, zipBomb } from '../fixtures/hostile.ts'
import { fixturePath } from '../fixtures/manifest.ts'
import { writeZip } from '../fixtures/zip-writer.ts'
import { ExtractionError, type ExtractionFailure, extractionLimits } from './extraction/extraction.ts'
import { extractBytes } from './files/extract-bytes.ts'

const fixture = (file: string) => readFileSync(fixturePath(file))
const half = (file: string) => fixture(file).subarray(0, fixture(file).length / 2)
const spaces = paragraphXml(' '.repeat(1000))
const truncatedXml = writeZip([{ name: 'word/document.xml', data: '<w:document xmlns:w="w"><w:body><w:p>' }])
const nameless = writeZip([{ name: 'xl/workbook.xml', data: '<workbook/>' }])
const pictured = docxOf('<w:p><w:r><w:drawing/></w:r></w:p>')
const entities = writeZip([
  {
    name: 'word/document.xml',
    data: '<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><d><w:p xmlns:w="w"><w:r><w:t>&b;</w:t></w:r></w:p></d>',
  },
])

/** An OLE compound file with one stream of this name, in its directory alone. */
function oleOf(stream: string): Buffer {
  const file = Buffer.alloc(512 * 3, 0xff)
  file.fill(0, 0, 76)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file)
  file.writeUInt16LE(9, 30)
  file.writeUInt32LE(1, 48)
  file.writeUInt32LE(0xfffffffe, 68)
  file.writeUInt32LE(0, 76)
  file.writeUInt32LE(0xfffffffe, 512 + 4)
  const entry = (nth: number, name: string, type: number, child: number) => {
    const at = 1024 + nth * 128
    file.fill(0, at, at + 128)
    file.write(name, at, 'utf16le')
    file.writeUInt16LE(name.length * 2 + 2, at + 64)
    file.writeUInt8(type, at + 66)
    for (const [nthLink, link] of [0xffffffff, 0xffffffff, child].entries())
      file.writeUInt32LE(link, at + 68 + nthLink * 4)
  }
  entry(0, 'Root Entry', 5, 1)
  entry(1, stream, 2, 0xffffffff)
  return file
}

const cases: [name: string, bytes: () => Buffer, failure: ExtractionFailure, says: string][] = [
  ['a PDF with a password', () => fixture('bad-encrypted.pdf'), 'encrypted', 'protected with a password'],
  ['a DOCX with a password', () => fixture('bad-encrypted.docx'), 'encrypted', 'protected with a password'],
  ['a DOC with a password', () => fixture('bad-encrypted.doc'), 'encrypted', 'protected with a password'],
  ['a truncated PDF', () => half('office-essay.pdf'), 'damaged', 'damaged or incomplete'],
  ['a truncated DOCX', () => half('office-essay.docx'), 'damaged', 'damaged or incomplete'],
  ['a truncated DOC', () => half('office-essay.doc'), 'damaged', 'damaged or incomplete'],
  ['a PDF that is only its first line', () => Buffer.from('%PDF-1.7\n'), 'damaged', 'damaged or incomplete'],
  ['a DOCX whose text breaks off', () => truncatedXml, 'damaged', 'damaged or incomplete'],
  ['a DOCX with entities of its own', () => entities, 'damaged', 'damaged or incomplete'],
  ['a scanned PDF', () => fixture('bad-scanned.pdf'), 'image-only', 'only images of pages'],
  ['a DOCX of pictures alone', () => pictured, 'image-only', 'only images and no text'],
  ['a PDF of blank pages', () => pdfBomb(0), 'empty', 'contains no text'],
  ['a file of no bytes', () => Buffer.alloc(0), 'empty', 'contains no text'],
  ['a file of spaces', () => Buffer.from(' \n\t\n'), 'empty', 'contains no text'],
  ['a DOCX without words', () => docxOf(spaces), 'empty', 'contains no text'],
  [
    'a program',
    () => Buffer.from('4d5a90000300000004000000ffff0000b8000000', 'hex'),
    'unsupported',
    'not a PDF, Word or plain text file',
  ],
  ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'unsupported', 'is a picture'],
  ['a spreadsheet', () => nameless, 'unsupported', 'is a spreadsheet'],
  ['an old spreadsheet', () => oleOf('Workbook'), 'unsupported', 'is a spreadsheet'],
  ['an old presentation', () => oleOf('PowerPoint Document'), 'unsupported', 'is a presentation'],
  [
    'a presentation',
    () => writeZip([{ name: 'ppt/presentation.xml', data: '<p/>' }]),
    'unsupported',
    'is a presentation',
  ],
  [
    'a text of LibreOffice',
    () =>
      writeZip([
        { name: 'mimetype', data: 'application/vnd.oasis.opendocument.text' },
        { name: 'content.xml', data: '<office:document-content/>' },
      ]),
    'unsupported',
    'is an OpenDocument text',
  ],
  [
    'a document of Pages',
    () => writeZip([{ name: 'Index/Document.iwa', data: 'a' }]),
    'unsupported',
    'is a document of Apple Pages',
  ],
  ['an archive', () => writeZip([{ name: 'essay.txt', data: 'Hello.' }]), 'unsupported', 'is an archive'],
  [
    'a recording',
    () => Buffer.from(`RIFF\x24\0\0\0WAVEfmt ${'\0'.repeat(40)}`),
    'unsupported',
    'is a sound recording',
  ],
  [
    'PostScript',
    () => Buffer.from('%!PS-Adobe-3.0 (Hello) show'),
    'unsupported',
    'Save it as PDF, DOCX, DOC or TXT',
  ],
  ['XML', () => Buffer.from('<?xml version="1.0"?><a>Hello</a>'), 'unsupported', 'Save it as PDF'],
  ['RTF without words', () => Buffer.from('{\\rtf1\\ansi\\par}'), 'empty', 'contains no text'],
  [
    'a PDF of 10,000 pages',
    () => pdfOfPages(10_000),
    'too-many-pages',
    'has 10,000 pages and we read up to 500',
  ],
  ['a zip bomb', zipBomb, 'too-large', 'Split it into parts'],
  ['a text of 30 MB', () => Buffer.alloc(30 * 1024 * 1024, 'word '), 'too-large', 'Split it into parts'],
  [
    'a text of 3,000,000 characters',
    () => Buffer.alloc(3_000_000, 'word '),
    'too-large',
    'Split it into parts',
  ],
  [
    'a DOCX of 3,000,000 characters',
    () => docxOf(paragraphXml('word '.repeat(600_000))),
    'too-large',
    'Split it into parts',
  ],
]

describe('a file that cannot be read', () => {
  test.each(cases)('%s is refused with an explanation for the teacher', async (_, bytes, failure, says) => {
    const error: unknown = await extractBytes(bytes()).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ExtractionError)
    expect(error).toMatchObject({ failure })
    const message = error instanceof Error ? error.message : ''
    expect(message).toContain(says)
    expect(message).toMatch(/^[A-Z].+?\. Nothing was counted against your allowance\. [A-Z].+\.$/)
    expect(message).not.toMatch(/limit|exceeded/i)
  })

  test('refuses a DOCX with a part longer than its directory states', async () => {
    const long = Buffer.from(
      `<w:document xmlns:w="w"><w:body>${paragraphXml('lies '.repeat(1000))}</w:body></w:document>`,
    )
    const lying = writeZip([{ name: 'word/document.xml', data: long, declaredBytes: 100 }])
    await expect(extractBytes(lying)).rejects.toMatchObject({ failure: 'damaged' })
  })

  test('reads a DOCX whose metadata is longer than its directory states', async () => {
    const long = `<Properties><Pages>3</Pages>${'<a>lies</a>'.repeat(20_000)}</Properties>`
    const parts = ['core', 'app'].map((name) => ({
      name: `docProps/${name}.xml`,
      data: Buffer.from(long),
      declaredBytes: 775,
    }))
    expect(await extractBytes(docxOf(paragraphXml('Read all the same.'), parts))).toMatchObject({
      paragraphs: ['Read all the same.'],
    })
  })

  test('reads up to the maximum number of pages', async () => {
    const { pageCount, paragraphs } = await extractBytes(pdfOfPages(3), { ...extractionLimits, pages: 3 })
    expect(pageCount).toBe(3)
    expect(paragraphs.join(' ')).toContain('Page 3 says little.')
    await expect(extractBytes(pdfOfPages(4), { ...extractionLimits, pages: 3 })).rejects.toMatchObject({
      failure: 'too-many-pages',
    })
  })
})
