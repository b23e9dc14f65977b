import { expect, it } from 'vitest'
import { textFilename } from './text-screen.tsx'

it.each([
  ['essay.docx', 'essay.txt'],
  ['my.essay.v2.pdf', 'my.essay.v2.txt'],
  ['notes', 'notes.txt'],
  ['.docx', 'document.txt'],
  [undefined, 'document.txt'],
])('names the text of %s %s', (original, expected) => {
  expect(textFilename(original)).toBe(expected)
})
