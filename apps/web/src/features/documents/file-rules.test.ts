import { describe, expect, test } from 'vitest'
import { oneFile, pickerTypes, quickstartFiles, refusalOf, severalFiles } from './file-rules.ts'

describe('refusalOf', () => {
  test.each([
    ['essay.PDF', 10, null],
    ['essay.docx', 25 * 1024 * 1024, null],
    ['essay.docx', 25 * 1024 * 1024 + 1, 'size'],
    ['essay.pages', 10, 'type'],
    ['pdf', 10, 'type'],
  ])('answers for %s of %i bytes: %s', (name, size, refusal) => {
    expect(refusalOf({ name, size }, severalFiles)).toBe(refusal)
  })
})

test.each([
  ['the quick start', quickstartFiles, ['.docx', '.pdf', '.txt']],
  ['the dashboard', oneFile, ['.doc', '.docx', '.pdf', '.txt']],
  ['a card for several files', severalFiles, ['.doc', '.docx', '.pdf', '.txt', '.zip']],
] as const)('%s offers and takes only its own kinds of file', (_, accepted, extensions) => {
  expect([...new Set(Object.values(pickerTypes(accepted)).flat())].sort()).toEqual(extensions)
  for (const extension of ['.doc', '.docx', '.pdf', '.txt', '.ZIP', '.rtf']) {
    const isTaken = refusalOf({ name: `7B${extension}`, size: 10 }, accepted) === null
    expect([extension, isTaken]).toEqual([
      extension,
      extensions.some((own) => own === extension.toLowerCase()),
    ])
  }
})
