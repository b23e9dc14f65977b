import { describe, expect, it } from 'vitest'
import { aDocument } from '../../test/samples.ts'
import { acceptedOf, quickstartTypes, refusalOf } from './accepted-files.ts'
import { matching } from './document-filter.tsx'
import { canView, isInProgress, reprocessable, reprocessing } from './status.ts'

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

describe('reprocessable', () => {
  it('leaves out what is completed and what is on its way', () => {
    const all = (['COMPLETED', 'QUEUED', 'PROCESSING', 'ERROR', 'LIMIT_EXCEEDED'] as const).map((status) => ({ status }))
    expect(reprocessable(all).map(({ status }) => status)).toEqual(['ERROR', 'LIMIT_EXCEEDED'])
  })
})

describe('acceptedOf', () => {
  it('offers three kinds of file on the quick start and four elsewhere', () => {
    expect(Object.values(acceptedOf(quickstartTypes)).flat()).toEqual(['.pdf', '.docx', '.txt'])
    expect(Object.values(acceptedOf()).flat().sort()).toEqual(['.doc', '.docx', '.pdf', '.txt'])
    expect(refusalOf({ name: 'essay.doc', size: 10 }, quickstartTypes)).toBe('type')
  })
})

describe('matching', () => {
  it('finds a part of the name, of the student or of the class in any case, and a status', () => {
    const documents = [
      aDocument({ id: 'a', original_filename: 'Macbeth.docx' }),
      aDocument({
        id: 'b',
        original_filename: 'poem.txt',
        status: 'ERROR',
        student_details: { first_name: 'Mia', last_name: 'Okafor', year_group: null },
        class_details: { class_name: 'Drama', academic_year: '2026/27' },
      }),
    ]
    const ids = (words: string, status: string) => matching(documents, { words, status }).map(({ id }) => id)
    expect(ids(' macb', '')).toEqual(['a'])
    expect(ids('', 'ERROR')).toEqual(['b'])
    expect(ids('macb', 'ERROR')).toEqual([])
    expect(ids('mia okafor', '')).toEqual(['b'])
    expect(ids('drama', '')).toEqual(['b'])
  })
})
