import { describe, expect, it } from 'vitest'
import { canView, isInProgress, reprocessable, reprocessing } from './status.ts'
import { acceptedOf, quickstartTypes, refusalOf } from './upload/use-uploads.ts'

describe('a status', () => {
  it('counts UPLOADED as in progress on the dashboard only', () => {
    expect(isInProgress('UPLOADED', 'dashboard')).toBe(true)
    expect(isInProgress('UPLOADED', 'documents')).toBe(false)
    expect(isInProgress('QUEUED')).toBe(true)
    expect(isInProgress('ERROR', 'dashboard')).toBe(false)
  })

  it.each(['QUEUED', 'PROCESSING', 'ERROR', 'LIMIT_EXCEEDED'] as const)('keeps the report of a %s document closed', (status) => {
    expect(canView({ status })).toBe(false)
    expect(canView({ status: 'COMPLETED' })).toBe(true)
  })

  it('offers to reprocess anything not completed, but not while a job runs', () => {
    expect(reprocessing({ status: 'COMPLETED' })).toBe('hidden')
    expect(reprocessing({ status: 'PROCESSING' })).toBe('disabled')
    expect(reprocessing({ status: 'ERROR' })).toBe('offered')
    expect(reprocessing({ status: 'LIMIT_EXCEEDED' })).toBe('offered')
  })
})

describe('refusalOf', () => {
  it.each([
    ['essay.PDF', 10, null],
    ['essay.docx', 25 * 1024 * 1024, null],
    ['essay.docx', 25 * 1024 * 1024 + 1, 'size'],
    ['essay.pages', 10, 'type'],
    ['pdf', 10, 'type'],
  ])('answers for %s of %i bytes: %s', (name, size, refusal) => {
    expect(refusalOf({ name, size })).toBe(refusal)
  })
})

describe('reprocessable', () => {
  it('excludes what is completed or in progress', () => {
    const all = (['COMPLETED', 'QUEUED', 'PROCESSING', 'ERROR', 'LIMIT_EXCEEDED'] as const).map((status) => ({ status }))
    expect(reprocessable(all).map(({ status }) => status)).toEqual(['ERROR', 'LIMIT_EXCEEDED'])
  })
})

describe('acceptedOf', () => {
  const offered = (types?: Parameters<typeof acceptedOf>[0]) => [...new Set(Object.values(acceptedOf(types)).flat())].sort()

  it('offers three kinds of file on the quick start and four elsewhere, and a ZIP of them everywhere', () => {
    expect(offered(quickstartTypes)).toEqual(['.docx', '.pdf', '.txt', '.zip'])
    expect(offered()).toEqual(['.doc', '.docx', '.pdf', '.txt', '.zip'])
    expect(refusalOf({ name: 'essay.doc', size: 10 }, quickstartTypes)).toBe('type')
    expect(refusalOf({ name: '7B.ZIP', size: 10 }, quickstartTypes)).toBeNull()
  })
})
