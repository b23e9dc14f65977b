import { renderHook } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { aDocument } from '../../testing/samples.ts'
import {
  canView,
  isInProgress,
  reprocessActionOf,
  reprocessable,
  toneOf,
  useStatusChanges,
} from './status.ts'

describe('a status', () => {
  test('counts UPLOADED as in progress on the dashboard only', () => {
    expect(isInProgress('UPLOADED', 'dashboard')).toBe(true)
    expect(isInProgress('UPLOADED', 'documents')).toBe(false)
    expect(isInProgress('QUEUED', 'documents')).toBe(true)
    expect(isInProgress('PROCESSING', 'documents')).toBe(true)
    expect(isInProgress('ERROR', 'documents')).toBe(false)
    expect(isInProgress('ERROR', 'dashboard')).toBe(false)
  })

  test.each(['QUEUED', 'PROCESSING', 'ERROR', 'LIMIT_EXCEEDED'] as const)(
    'keeps the report of a %s document closed',
    (status) => {
      expect(canView({ status })).toBe(false)
      expect(canView({ status: 'COMPLETED' })).toBe(true)
    },
  )

  test('offers to reprocess anything not completed, but not while a job runs', () => {
    expect(reprocessActionOf({ status: 'COMPLETED' })).toBe('hidden')
    expect(reprocessActionOf({ status: 'PROCESSING' })).toBe('disabled')
    expect(reprocessActionOf({ status: 'ERROR' })).toBe('offered')
    expect(reprocessActionOf({ status: 'LIMIT_EXCEEDED' })).toBe('offered')
  })
})

describe('reprocessable', () => {
  test('excludes what is completed or in progress', () => {
    const all = (['COMPLETED', 'QUEUED', 'PROCESSING', 'ERROR', 'LIMIT_EXCEEDED'] as const).map((status) => ({
      status,
    }))
    expect(reprocessable(all).map(({ status }) => status)).toEqual(['ERROR', 'LIMIT_EXCEEDED'])
  })
})

test('gives each status the tone of the specification', () => {
  expect(toneOf).toEqual({
    COMPLETED: 'success',
    PROCESSING: 'warning',
    QUEUED: 'info',
    ERROR: 'error',
    LIMIT_EXCEEDED: 'warning',
    UPLOADED: 'neutral',
    UNKNOWN: 'neutral',
  })
})

type Listeners = Parameters<typeof useStatusChanges>[1]

function renderStatusChanges() {
  const listeners = {
    onCompleted: vi.fn<Listeners['onCompleted']>(),
    onLimitExceeded: vi.fn<Listeners['onLimitExceeded']>(),
  }
  const { rerender } = renderHook(({ documents }) => useStatusChanges(documents, listeners), {
    initialProps: {
      documents: [
        aDocument({ id: 'a', status: 'PROCESSING', word_count: null }),
        aDocument({ id: 'b', status: 'COMPLETED' }),
      ],
    },
  })
  return { ...listeners, poll: (...documents: ReturnType<typeof aDocument>[]) => rerender({ documents }) }
}

test('counts the words of a document once, if it was in progress before', () => {
  const { onCompleted, poll } = renderStatusChanges()
  expect(onCompleted).not.toHaveBeenCalled()
  poll(aDocument({ id: 'a', word_count: 300 }), aDocument({ id: 'b' }))
  expect(onCompleted).toHaveBeenCalledExactlyOnceWith(300, 1)
  poll(aDocument({ id: 'a', word_count: 300 }), aDocument({ id: 'b' }))
  expect(onCompleted).toHaveBeenCalledTimes(1)
})

test('counts no words for a text in another language, which costs none', () => {
  const { onCompleted, poll } = renderStatusChanges()
  poll(aDocument({ id: 'a', word_count: 300, finding: 'unsupported-language' }), aDocument({ id: 'b' }))
  expect(onCompleted).toHaveBeenCalledExactlyOnceWith(0, 1)
})

test('counts no words for a text of fewer than 20, which costs none', () => {
  const { onCompleted, poll } = renderStatusChanges()
  poll(aDocument({ id: 'a', word_count: 19 }), aDocument({ id: 'b' }))
  expect(onCompleted).toHaveBeenCalledExactlyOnceWith(0, 1)
})

test('reports a document that finished between two polls without counting it', () => {
  const { onCompleted, poll } = renderStatusChanges()
  poll(
    aDocument({ id: 'c', word_count: 500 }),
    aDocument({ id: 'a', status: 'PROCESSING' }),
    aDocument({ id: 'b' }),
  )
  expect(onCompleted).toHaveBeenCalledExactlyOnceWith(0, 0)
})

test('reports a document that exceeded the allowance, once', () => {
  const { onLimitExceeded, poll } = renderStatusChanges()
  poll(aDocument({ id: 'a', status: 'LIMIT_EXCEEDED', status_reason: 'Too few words left.', failure: null }))
  poll(aDocument({ id: 'a', status: 'LIMIT_EXCEEDED', status_reason: 'Too few words left.', failure: null }))
  expect(onLimitExceeded).toHaveBeenCalledExactlyOnceWith('Too few words left.')
})

test('reports a new document refused between two polls, but not an old one scrolled into view', () => {
  const { onLimitExceeded, poll } = renderStatusChanges()
  const refused = { status: 'LIMIT_EXCEEDED', status_reason: 'Too few words left.', failure: null } as const
  poll(aDocument({ id: 'old', ...refused, upload_timestamp: '2026-11-01T10:00:00.000Z' }))
  expect(onLimitExceeded).not.toHaveBeenCalled()
  poll(aDocument({ id: 'new', ...refused, upload_timestamp: '2026-11-21T10:00:01.000Z' }))
  expect(onLimitExceeded).toHaveBeenCalledExactlyOnceWith('Too few words left.')
})

test('starts again with another list', () => {
  const onLimitExceeded = vi.fn<Listeners['onLimitExceeded']>()
  const { rerender } = renderHook(
    ({ list, id }) =>
      useStatusChanges(
        [aDocument({ id, status: 'LIMIT_EXCEEDED', upload_timestamp: '2027-01-01T10:00:00.000Z' })],
        { onCompleted: () => {}, onLimitExceeded },
        list,
      ),
    { initialProps: { list: 'all', id: 'a' } },
  )
  rerender({ list: 'one class', id: 'b' })
  expect(onLimitExceeded).not.toHaveBeenCalled()
})
