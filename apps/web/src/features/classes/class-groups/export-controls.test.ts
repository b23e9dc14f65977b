import { expect, test } from 'vitest'
import { entryCounter } from './export-controls.tsx'

const entry = [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x08, 0x08]

test('counts the files of an archive as they start, even if a chunk ends inside a header', () => {
  const count = entryCounter()
  expect(count(Uint8Array.from([...entry, 1, 2, 0x50, 0x4b]))).toBe(1)
  expect(count(Uint8Array.from([0x03, 0x04, 0x14]))).toBe(1)
  expect(count(Uint8Array.from([0x00, 7, 0x50, 0x50, 0x4b, 0x03, 0x04, 0x14, 0x00]))).toBe(3)
})

test('does not count the central directory as a file', () => {
  const count = entryCounter()
  expect(count(Uint8Array.from([...entry, 0x50, 0x4b, 0x01, 0x02, 0x14, 0x00, 0x50, 0x4b, 0x05, 0x06]))).toBe(
    1,
  )
})
