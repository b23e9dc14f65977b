import { describe, expect, it } from 'vitest'
import { aDocument } from '../../test/samples.ts'
import { refusalOf } from './accepted-files.ts'
import { matching } from './document-filter.tsx'
import { canView, isInProgress, reprocessing } from './status.ts'

describe('a status', () => {
  it('counts UPLOADED as in progress on the dashboard only', () => {
    expect(isInProgress('UPLOADED', 'dashboard')).toBe(true)
    expect(isInProgress('UPLOADED', 'documents')).toBe(false)
    expect(isInProgress('QUEUED')).toBe(true)
    expect(isInProgress('ERROR', 'dashboard')).toBe(false)
  })

  it.each(['QUEUED', 'PROCESSING', 'ERROR', 'LIMIT_EXCEEDED'] as const)('keeps the report of a %s document closed', (status) => {
    expect(canView({ status })).toBe(false)
  })

  it('offers to reprocess whatever has not completed, but not while a job runs', () => {
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

describe('matching', () => {
  it('finds a part of the name in any case, and a status', () => {
    const documents = [
      aDocument({ id: 'a', original_filename: 'Macbeth.docx' }),
      aDocument({ id: 'b', original_filename: 'poem.txt', status: 'ERROR' }),
    ]
    const ids = (name: string, status: string) => matching(documents, { name, status }).map(({ id }) => id)
    expect(ids(' macb', '')).toEqual(['a'])
    expect(ids('', 'ERROR')).toEqual(['b'])
    expect(ids('macb', 'ERROR')).toEqual([])
  })
})
