import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { aDocument } from '../../../test/samples.ts'
import { useStatusChanges } from './use-status-changes.ts'

type Told = Parameters<typeof useStatusChanges>[1]

function watch() {
  const told = { onCompleted: vi.fn<Told['onCompleted']>(), onLimitExceeded: vi.fn<Told['onLimitExceeded']>() }
  const { rerender } = renderHook(({ documents }) => useStatusChanges(documents, told), {
    initialProps: {
      documents: [aDocument({ id: 'a', status: 'PROCESSING', word_count: null }), aDocument({ id: 'b', status: 'COMPLETED' })],
    },
  })
  return { ...told, look: (...documents: ReturnType<typeof aDocument>[]) => rerender({ documents }) }
}

it('counts the words of a document once, when it was seen in progress before', () => {
  const { onCompleted, look } = watch()
  expect(onCompleted).not.toHaveBeenCalled()
  look(aDocument({ id: 'a', word_count: 300 }), aDocument({ id: 'b' }))
  expect(onCompleted).toHaveBeenCalledExactlyOnceWith(300, 1)
  look(aDocument({ id: 'a', word_count: 300 }), aDocument({ id: 'b' }))
  expect(onCompleted).toHaveBeenCalledTimes(1)
})

it('counts no words of a text in another language, which costs none', () => {
  const { onCompleted, look } = watch()
  look(aDocument({ id: 'a', word_count: 300, finding: 'unsupported-language' }), aDocument({ id: 'b' }))
  expect(onCompleted).toHaveBeenCalledExactlyOnceWith(0, 1)
})

it('tells of a document that came and finished between two looks without counting it', () => {
  const { onCompleted, look } = watch()
  look(aDocument({ id: 'c', word_count: 500 }), aDocument({ id: 'a', status: 'PROCESSING' }), aDocument({ id: 'b' }))
  expect(onCompleted).toHaveBeenCalledExactlyOnceWith(0, 0)
})

it('tells of a document that did not fit into the allowance, once', () => {
  const { onLimitExceeded, look } = watch()
  look(aDocument({ id: 'a', status: 'LIMIT_EXCEEDED', status_reason: 'Too few words left.' }))
  look(aDocument({ id: 'a', status: 'LIMIT_EXCEEDED', status_reason: 'Too few words left.' }))
  expect(onLimitExceeded).toHaveBeenCalledExactlyOnceWith('Too few words left.')
})

it('tells of a new document that was refused between two looks, but not of an old one that comes into sight', () => {
  const { onLimitExceeded, look } = watch()
  const refused = { status: 'LIMIT_EXCEEDED', status_reason: 'Too few words left.' } as const
  look(aDocument({ id: 'old', ...refused, upload_timestamp: '2026-11-01T10:00:00.000Z' }))
  expect(onLimitExceeded).not.toHaveBeenCalled()
  look(aDocument({ id: 'new', ...refused, upload_timestamp: '2026-11-21T10:00:01.000Z' }))
  expect(onLimitExceeded).toHaveBeenCalledExactlyOnceWith('Too few words left.')
})

it('begins anew with another list', () => {
  const onLimitExceeded = vi.fn<Told['onLimitExceeded']>()
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
