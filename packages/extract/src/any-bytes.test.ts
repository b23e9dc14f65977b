import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fixturePath } from '../fixtures/manifest.ts'
import { type Extraction, ExtractionError } from './extraction/extraction.ts'
import { fileFailures } from './extraction/failures.ts'
import { extractBytes } from './files/extract-bytes.ts'
import { sniffFileType } from './files/file-type.ts'

const files = [
  'office-table.doc',
  'office-table.docx',
  'office-hidden.pdf',
  'reportlab-hidden.pdf',
  'latex-tongues.pdf',
].map((file) => readFileSync(fixturePath(file)))
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 16 }),
})
const cut = fc.double({ min: 0.3, max: 1, noNaN: true })

const explainsFailure = ({ code }: ExtractionError) => Object.hasOwn(fileFailures, code)

/** Joined paragraphs are the text, and none holds a line break, a NUL or half a surrogate pair. */
function isSound(outcome: unknown): boolean {
  const { paragraphs, text } = outcome as Extraction
  return (
    paragraphs.join('\n\n') === text &&
    paragraphs.every((one) => one !== '' && !/[\n\r\0]|\p{Surrogate}/u.test(one))
  )
}

async function readsOrExplains(bytes: Uint8Array): Promise<void> {
  await sniffFileType(bytes)
  const outcome = await extractBytes(bytes).catch((error: unknown) => error)
  expect(outcome instanceof ExtractionError ? explainsFailure(outcome) : isSound(outcome)).toBe(true)
}

test('reads arbitrary bytes or explains why it cannot', async () => {
  await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 4000 }), readsOrExplains), { numRuns: 200 })
})

test('reads arbitrary words as plain text', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary', maxLength: 2000 }).map((text) => Buffer.from(text)),
      readsOrExplains,
    ),
    { numRuns: 200 },
  )
})

test('reads a real file with changed or missing bytes, or explains why it cannot', async () => {
  const changed = fc
    .tuple(fc.constantFrom(...files), fc.array(change, { maxLength: 8 }), cut)
    .map(([file, changes, share]) => {
      const bytes = Buffer.from(file)
      for (const { at, bytes: put } of changes)
        bytes.set(put, Math.min(bytes.length - put.length, Math.floor(at * bytes.length)))
      return bytes.subarray(0, Math.floor(bytes.length * share))
    })
  await fc.assert(fc.asyncProperty(changed, readsOrExplains), { numRuns: 150 })
})
