import { strToU8, zipSync, zlibSync } from 'fflate'
import { expect, test } from 'vitest'
import { countWordsIn } from './count-words.ts'
import { exceeds, forecastOf } from './forecast.ts'

const docx = (...paragraphs: string[]) =>
  zipSync({
    'word/document.xml': strToU8(
      `<w:document><w:body>${paragraphs.map((text) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`).join('')}<w:p><w:del><w:r><w:delText>gone for good</w:delText></w:r></w:del></w:p></w:body></w:document>`,
    ),
  })
const fileOf = (name: string, content: Uint8Array | string) => new File([content as BlobPart], name)

test('counts the words of Word and plain text files, but not deleted ones', async () => {
  expect(
    await countWordsIn([fileOf('a.docx', docx('One two', 'three')), fileOf('b.txt', 'four words are here')]),
  ).toEqual([3, 4])
})

test('counts each document of a ZIP and leaves out what a platform or a system put there', async () => {
  const archive = zipSync({
    'essays/a.docx': docx('One two three'),
    'essays/b.txt': strToU8('Four words are here'),
    '__MACOSX/essays/._a.docx': strToU8('junk'),
    'essays/picture.png': strToU8('junk'),
    'gradebook_x_attempt_2026-11-20-10-11-12.txt': strToU8('Name: Amira'),
    'gradebook_x_attempt_2026-11-20-10-11-12_essay.txt': strToU8('Five words, and no more'),
  })
  expect((await countWordsIn([fileOf('7B.zip', archive)])).toSorted((a, b) => Number(a) - Number(b))).toEqual(
    [3, 4, 5],
  )
})

test.each([
  ['literal', '(The quick brown fox jumps over the lazy dog near the river bank) Tj', ''],
  [
    'hexadecimal, two bytes a letter',
    `[<${'0041'.repeat(40)}> -200 <${'0042'.repeat(24)}>] TJ`,
    '/Subtype /Type0',
  ],
])('estimates the words of a PDF from the letters that it draws (%s)', async (_, drawing, font) => {
  const stream = zlibSync(strToU8(`BT ${drawing} ET`, true))
  const parts = [
    `%PDF-1.7 1 0 obj <<${font}>> endobj 2 0 obj <</Filter /FlateDecode /Length ${stream.length}>> stream\n`,
    stream,
    '\nendstream endobj',
  ]
  const [words] = await countWordsIn([new File(parts as BlobPart[], 'a.pdf')])
  expect(words).toBeGreaterThanOrEqual(10)
  expect(words).toBeLessThanOrEqual(14)
})

test('leaves to the server what cannot be counted here', async () => {
  expect(
    await countWordsIn([
      fileOf('old.doc', 'binary'),
      fileOf('scan.pdf', '%PDF-1.7'),
      fileOf('broken.docx', 'no zip'),
      fileOf('broken.zip', 'no zip'),
    ]),
  ).toEqual([null, null, null, null])
})

test('foresees like the server what would be read: in order, leaving out what does not fit', () => {
  expect(forecastOf([300, 5_000, null, 200, 150], 600)).toEqual({
    documents: 5,
    words: 5_650,
    uncounted: 1,
    read: 2,
    fits: new Set([0, 3]),
  })
  expect(exceeds(forecastOf([300, null], 300), 300)).toBe(false)
  expect(exceeds(forecastOf([301, null], 300), 300)).toBe(true)
})
