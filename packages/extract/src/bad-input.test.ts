import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { docxOf, paragraphXml, pdfBomb, pdfOfPages, zipBomb } from '../fixtures/hostile.ts'
import { fixturePath } from '../fixtures/manifest.ts'
import { writeZip } from '../fixtures/zip-writer.ts'
import { type ExtractionFailure, extractionLimits } from './extraction/extraction.ts'
import type { FileFailureCode } from './extraction/failures.ts'
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

const cases: [name: string, bytes: () => Buffer, failure: ExtractionFailure, code: FileFailureCode][] = [
  ['a PDF with a password', () => fixture('bad-encrypted.pdf'), 'encrypted', 'file_encrypted'],
  ['a DOCX with a password', () => fixture('bad-encrypted.docx'), 'encrypted', 'file_encrypted'],
  ['a DOC with a password', () => fixture('bad-encrypted.doc'), 'encrypted', 'file_encrypted'],
  ['a truncated PDF', () => half('office-essay.pdf'), 'damaged', 'file_damaged'],
  ['a truncated DOCX', () => half('office-essay.docx'), 'damaged', 'file_damaged'],
  ['a truncated DOC', () => half('office-essay.doc'), 'damaged', 'file_damaged'],
  ['a PDF that is only its first line', () => Buffer.from('%PDF-1.7\n'), 'damaged', 'file_damaged'],
  ['a DOCX whose text breaks off', () => truncatedXml, 'damaged', 'file_damaged'],
  ['a DOCX with entities of its own', () => entities, 'damaged', 'file_damaged'],
  ['a scanned PDF', () => fixture('bad-scanned.pdf'), 'image-only', 'pdf_of_images'],
  ['a DOCX of pictures alone', () => pictured, 'image-only', 'document_of_images'],
  ['a PDF of blank pages', () => pdfBomb(0), 'empty', 'file_empty'],
  ['a file of no bytes', () => Buffer.alloc(0), 'empty', 'file_empty'],
  ['a file of spaces', () => Buffer.from(' \n\t\n'), 'empty', 'file_empty'],
  ['a DOCX without words', () => docxOf(spaces), 'empty', 'file_empty'],
  [
    'a program',
    () => Buffer.from('4d5a90000300000004000000ffff0000b8000000', 'hex'),
    'unsupported',
    'file_unsupported',
  ],
  [
    'a picture',
    () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    'unsupported',
    'file_is_picture',
  ],
  ['a spreadsheet', () => nameless, 'unsupported', 'file_is_spreadsheet'],
  ['an old spreadsheet', () => oleOf('Workbook'), 'unsupported', 'file_is_spreadsheet'],
  ['an old presentation', () => oleOf('PowerPoint Document'), 'unsupported', 'file_is_presentation'],
  [
    'a presentation',
    () => writeZip([{ name: 'ppt/presentation.xml', data: '<p/>' }]),
    'unsupported',
    'file_is_presentation',
  ],
  [
    'a text of LibreOffice',
    () =>
      writeZip([
        { name: 'mimetype', data: 'application/vnd.oasis.opendocument.text' },
        { name: 'content.xml', data: '<office:document-content/>' },
      ]),
    'unsupported',
    'file_is_open_document',
  ],
  [
    'a document of Pages',
    () => writeZip([{ name: 'Index/Document.iwa', data: 'a' }]),
    'unsupported',
    'file_is_pages_document',
  ],
  ['an archive', () => writeZip([{ name: 'essay.txt', data: 'Hello.' }]), 'unsupported', 'file_is_archive'],
  [
    'a recording',
    () => Buffer.from(`RIFF\x24\0\0\0WAVEfmt ${'\0'.repeat(40)}`),
    'unsupported',
    'file_is_recording',
  ],
  ['PostScript', () => Buffer.from('%!PS-Adobe-3.0 (Hello) show'), 'unsupported', 'file_unsupported'],
  ['XML', () => Buffer.from('<?xml version="1.0"?><a>Hello</a>'), 'unsupported', 'file_unsupported'],
  ['RTF without words', () => Buffer.from('{\\rtf1\\ansi\\par}'), 'empty', 'file_empty'],
  ['a PDF of 10,000 pages', () => pdfOfPages(10_000), 'too-many-pages', 'too_many_pages'],
  ['a zip bomb', zipBomb, 'too-large', 'content_too_large'],
  ['a text of 30 MB', () => Buffer.alloc(30 * 1024 * 1024, 'word '), 'too-large', 'content_too_large'],
  [
    'a text of 3,000,000 characters',
    () => Buffer.alloc(3_000_000, 'word '),
    'too-large',
    'content_too_large',
  ],
  [
    'a DOCX of 3,000,000 characters',
    () => docxOf(paragraphXml('word '.repeat(600_000))),
    'too-large',
    'content_too_large',
  ],
]

describe('a file that cannot be read', () => {
  test.each(cases)('%s is refused with the reason', async (_, bytes, failure, code) => {
    await expect(extractBytes(bytes())).rejects.toMatchObject({ name: 'ExtractionError', failure, code })
  })

  test('counts the pages of a PDF that has too many', async () => {
    await expect(extractBytes(pdfOfPages(10_000))).rejects.toMatchObject({
      params: { pages: 10_000, most: 500 },
    })
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
