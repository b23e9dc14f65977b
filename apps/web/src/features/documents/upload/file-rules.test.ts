import { describe, expect, test } from 'vitest'
import { acceptedOf, quickstartTypes, refusalOf } from './file-rules.ts'

describe('refusalOf', () => {
  test.each([
    ['essay.PDF', 10, null],
    ['essay.docx', 25 * 1024 * 1024, null],
    ['essay.docx', 25 * 1024 * 1024 + 1, 'size'],
    ['essay.pages', 10, 'type'],
    ['pdf', 10, 'type'],
  ])('answers for %s of %i bytes: %s', (name, size, refusal) => {
    expect(refusalOf({ name, size })).toBe(refusal)
  })
})

describe('acceptedOf', () => {
  const offered = (types?: Parameters<typeof acceptedOf>[0]) =>
    [...new Set(Object.values(acceptedOf(types)).flat())].sort()

  test('offers three kinds of file on the quick start and four elsewhere, and a ZIP of them everywhere', () => {
    expect(offered(quickstartTypes)).toEqual(['.docx', '.pdf', '.txt', '.zip'])
    expect(offered()).toEqual(['.doc', '.docx', '.pdf', '.txt', '.zip'])
    expect(refusalOf({ name: 'essay.doc', size: 10 }, quickstartTypes)).toBe('type')
    expect(refusalOf({ name: '7B.ZIP', size: 10 }, quickstartTypes)).toBeNull()
  })
})
