import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { docxOf, paragraphXml } from '../../fixtures/hostile.ts'
import { fixturePath } from '../../fixtures/manifest.ts'
import { writeZip } from '../../fixtures/zip-writer.ts'
import { headBytes, sniffFileType, sniffHead } from './file-type.ts'

const fixture = (file: string) => readFileSync(fixturePath(file))

test.each([
  ['a PDF', fixture('latex-essay.pdf'), 'pdf'],
  ['a PDF with a password', fixture('bad-encrypted.pdf'), 'pdf'],
  [
    'a PDF behind a few stray bytes',
    Buffer.concat([Buffer.from('\r\n\0stray'), fixture('groff-essay.pdf')]),
    'pdf',
  ],
  ['a DOCX', fixture('office-essay.docx'), 'docx'],
  ['a DOCX with a password', fixture('bad-encrypted.docx'), 'docx'],
  ['a DOCX that lost its end', fixture('office-essay.docx').subarray(0, 5000), 'docx'],
  ['a small DOCX', docxOf(paragraphXml('Hello.')), 'docx'],
  ['a DOC', fixture('office-essay.doc'), 'doc'],
  ['a DOC with a password', fixture('bad-encrypted.doc'), 'doc'],
  ['a DOC that lost its end', fixture('office-essay.doc').subarray(0, 8000), 'doc'],
  ['plain text', Buffer.from('Dear Sir, – “no”.'), 'txt'],
  ['plain text in UTF-16', Buffer.from('\ufeffDear Sir', 'utf16le'), 'txt'],
  ['a text about PDF', Buffer.from('Every such file begins with %PDF-1.4, as we learnt.'), 'txt'],
  ['no bytes', Buffer.alloc(0), 'txt'],
  ['RTF', Buffer.from('{\\rtf1\\ansi\\deff0 Hello}'), 'doc'],
  ['a web page', Buffer.from('  <html><body>Hello</body></html>'), 'doc'],
  ...[
    'BMW opened a factory.',
    'BZh',
    'GIF pictures move.',
    'MZ is short.',
    'The free market.',
    'ID3 tags',
    'II*',
    'PK is my dog.',
  ].map((start): [string, Buffer, string] => [
    `an essay that begins with "${start}"`,
    Buffer.from(`${start} ${'It goes on. '.repeat(30)}`),
    'txt',
  ]),
  [
    'an essay in Windows-1252 that begins with "BM"',
    Buffer.from(`BMW\x92s caf\xe9. ${'It goes on. '.repeat(30)}`, 'latin1'),
    'txt',
  ],
])('recognises %s by its content', async (_, bytes, expected) => {
  expect(await sniffFileType(bytes)).toBe(expected)
})

test.each([
  ['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a JPEG', Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex')],
  ['a program', Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), Buffer.alloc(200)])],
  [
    'a spreadsheet',
    writeZip([
      { name: '[Content_Types].xml', data: '<a/>' },
      { name: 'xl/workbook.xml', data: '<a/>' },
    ]),
  ],
  ['an archive', writeZip([{ name: 'essay.txt', data: 'Hello.' }])],
  ['XML', Buffer.from('<?xml version="1.0"?><a>Hello</a>')],
  ['PostScript', Buffer.from('%!PS-Adobe-3.0 (Hello) show')],
  [
    'a bitmap',
    Buffer.concat([
      Buffer.from('BM'),
      Buffer.from('36000c0000000000360000002800000000020000', 'hex'),
      Buffer.alloc(600, 'a'),
    ]),
  ],
])('rejects %s', async (_, bytes) => {
  expect(await sniffFileType(bytes)).toBeNull()
})

test('reads only the given part of a larger buffer', async () => {
  const larger = Buffer.concat([Buffer.from('%PDF-1.4'), Buffer.from('Plain words.'), Buffer.alloc(10)])
  expect(await sniffFileType(larger.subarray(8, 20))).toBe('txt')
})

const long = (bytes: Buffer) =>
  Buffer.concat([bytes, Buffer.alloc(Math.max(0, headBytes + 1 - bytes.length), 'and so on. ')])
const headOf = (bytes: Buffer) => sniffHead(bytes.subarray(0, headBytes), bytes.length)

test.each([
  ['a PDF', fixture('latex-essay.pdf'), 'pdf'],
  ['a DOCX', fixture('office-essay.docx'), 'docx'],
  ['a DOC', fixture('office-essay.doc'), 'doc'],
  ['plain text', Buffer.from('Dear Sir, – “no”. '.repeat(100)), 'txt'],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), null],
  [
    'a spreadsheet',
    writeZip([
      { name: '[Content_Types].xml', data: '<a/>' },
      { name: 'xl/workbook.xml', data: '<a/>' },
    ]),
    null,
  ],
  ['an archive', writeZip([{ name: 'essay.txt', data: 'Hello.' }]), null],
])('recognises %s by its first bytes, whatever follows', async (_, bytes, expected) => {
  expect(await headOf(long(bytes))).toBe(expected)
})

test.each([0, 1, 2, 3])(
  'recognises text whose first bytes end within a character, shifted by %i',
  async (shift) => {
    expect(await headOf(Buffer.from(`${'a'.repeat(shift)}${'€𝄞'.repeat(20_000)}`))).toBe('txt')
  },
)

test('gives the same result for the first bytes of a short file as for all of it', async () => {
  for (const file of ['office-essay.docx', 'bad-encrypted.docx', 'bad-encrypted.doc', 'bad-encrypted.pdf']) {
    const bytes = fixture(file)
    expect(await headOf(bytes)).toBe(await sniffFileType(bytes))
  }
})
