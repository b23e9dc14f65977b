import { expect, test, vi } from 'vitest'
import { readTextFile, validateText } from './text-input.ts'

test.each([
  ['', 'empty'],
  [' \n ', 'empty'],
  ['nine char', 'short'],
  ['ten chars!', null],
  ['x'.repeat(10_000), null],
  ['x'.repeat(10_001), 'long'],
])('validates a text by its characters', (text, fault) => {
  expect(validateText(text)).toBe(fault)
})

const file = (parts: BlobPart[], name: string, type: string) => new File(parts, name, { type })

test.each([
  ['essay.txt', 'application/pdf'],
  ['ESSAY.TXT', ''],
  ['essay', 'text/plain'],
  ['essay', 'text/txt'],
  ['essay', ''],
  ['essay.md', 'application/octet-stream'],
])('accepts %s of type "%s" as text', async (name, type) => {
  expect(await readTextFile(file(['ten chars!'], name, type))).toEqual({ text: 'ten chars!' })
})

test('rejects a file that is not text, is 1 MB, is too short, or cannot be read', async () => {
  expect(await readTextFile(file(['%PDF'], 'essay.pdf', 'application/pdf'))).toEqual({ fault: 'type' })
  expect(await readTextFile(file(['x'.repeat(1_000_000)], 'essay.txt', ''))).toEqual({ fault: 'size' })
  expect(await readTextFile(file([' nine char '], 'essay.txt', ''))).toEqual({ fault: 'fileShort' })
  expect(await readTextFile(file(['PK\0\0 a zip archive'], 'essay.txt', ''))).toEqual({ fault: 'read' })
  const deletedFile = file(['ten chars!'], 'essay.txt', '')
  vi.spyOn(deletedFile, 'arrayBuffer').mockRejectedValue(new Error('gone'))
  expect(await readTextFile(deletedFile)).toEqual({ fault: 'read' })
})

test('reads Windows encodings', async () => {
  const utf16 = new Uint8Array([
    0xff,
    0xfe,
    ...Array.from('été à Paris').flatMap((letter) => [letter.charCodeAt(0), 0]),
  ])
  expect(await readTextFile(file([utf16], 'a.txt', ''))).toEqual({ text: 'été à Paris' })
  const windows1252 = new Uint8Array(Array.from('été à Paris').map((letter) => letter.charCodeAt(0)))
  expect(await readTextFile(file([windows1252], 'a.txt', ''))).toEqual({ text: 'été à Paris' })
})
