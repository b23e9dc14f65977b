import { expect, test } from 'vitest'
import { textOfDocument } from './document.ts'

/** Each file is read in a process of its own. */
const timeout = 120_000

test('gives the paragraphs of a document', { timeout }, async () => {
  const document = Buffer.from('I wish to study the wind.\n\nMy town has a mill.')
  expect(await textOfDocument(document)).toBe('I wish to study the wind.\n\nMy town has a mill.')
})

test('gives nothing of a damaged one', { timeout }, async () => {
  expect(await textOfDocument(Buffer.from('%PDF-1.7 and nothing else'))).toBeNull()
})
