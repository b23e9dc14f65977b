import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeApi, refuse } from '../../../testing/api.ts'
import { aDocument } from '../../../testing/samples.ts'
import { toast } from '../../../ui/toast/toast.tsx'
import { documentKeys } from '../queries.ts'
import { useDeletions, useReprocess } from './document-changes.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const done = (id: string) => () => ({ id, deleted: true })

function renderDeletions(answer: () => unknown = done('d1'), second: () => unknown = done('d2')) {
  const { asked } = fakeApi({ 'DELETE /documents/d1': answer, 'DELETE /documents/d2': second })
  const successToast = vi.spyOn(toast, 'successWith').mockReturnValue()
  const complained = vi.spyOn(toast, 'error').mockReturnValue()
  const queryClient = new QueryClient()
  queryClient.setQueryData(documentKeys.list, [aDocument({ id: 'd1' }), aDocument({ id: 'd2' })])
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const hook = renderHook(() => useDeletions(), { wrapper })
  const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  return {
    ...hook,
    after,
    queryClient,
    successToast,
    complained,
    sent: () => asked('DELETE', '/documents/d1').length,
    listed: () => queryClient.getQueryData<{ id: string }[]>(documentKeys.list)?.map(({ id }) => id),
  }
}

test('turns the row red, slides it out after 0.6 s, sends the call after 1.6 s and takes the row away', async () => {
  const { result, after, sent, listed } = renderDeletions()
  act(() => result.current.remove('d1'))
  expect(result.current.leaving.get('d1')).toBe('leaving')
  await after(600)
  expect(result.current.leaving.get('d1')).toBe('gone')
  await after(999)
  expect(sent()).toBe(0)
  await after(1)
  expect(sent()).toBe(1)
  await after(0)
  expect(listed()).toEqual(['d2'])
  expect(result.current.leaving.size).toBe(0)
})

test('does not bring a deleted row back for a moment because the list was asked for before it was deleted', async () => {
  const { result, after, listed, queryClient } = renderDeletions()
  let answerBefore: (documents: unknown) => void = () => {}
  const before = new Promise((resolve) => {
    answerBefore = resolve
  })
  act(() => result.current.remove('d1'))
  await after(1_000)
  queryClient.prefetchQuery({ queryKey: documentKeys.list, queryFn: () => before }).catch(() => undefined)
  await after(600)
  expect(listed()).toEqual(['d2'])
  answerBefore([aDocument({ id: 'd1' }), aDocument({ id: 'd2' })])
  await after(0)
  expect(listed()).toEqual(['d2'])
})

test('skips the animation, not the call, with reduced motion', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        matches: media.includes('reduce'),
        media,
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as unknown as MediaQueryList,
  )
  const { result, after, sent, listed } = renderDeletions()
  await after(0)
  act(() => result.current.remove('d1'))
  await after(0)
  expect(sent()).toBe(1)
  await after(0)
  expect(listed()).toEqual(['d2'])
})

test('sends the call at once when the screen is left', async () => {
  const { result, unmount, after, sent } = renderDeletions()
  act(() => result.current.remove('d1'))
  unmount()
  await after(0)
  expect(sent()).toBe(1)
  await after(5_000)
  expect(sent()).toBe(1)
})

test('sends the call at once when the browser leaves the page', async () => {
  const { result, after, sent } = renderDeletions()
  act(() => result.current.remove('d1'))
  act(() => {
    window.dispatchEvent(new Event('pagehide'))
  })
  await after(0)
  expect(sent()).toBe(1)
})

test('brings the row back when the server refuses', async () => {
  const { result, after, listed } = renderDeletions(() => refuse(500, { code: 'unexpected', detail: 'No.' }))
  act(() => result.current.remove('d1'))
  await after(1_600)
  await after(0)
  expect(result.current.leaving.size).toBe(0)
  expect(listed()).toEqual(['d1', 'd2'])
})

const refuseAll = () => refuse(500, { code: 'unexpected', detail: 'No.' })

test('deletes several with one animation and one message', async () => {
  const { result, after, listed, successToast } = renderDeletions()
  act(() => result.current.remove('d1', 'd2'))
  expect([...result.current.leaving.values()]).toEqual(['leaving', 'leaving'])
  await after(1_600)
  await after(0)
  expect(listed()).toEqual([])
  expect(successToast).toHaveBeenCalledExactlyOnceWith('2 deleted, 0 failed.', expect.anything())
})

test('counts failures, and keeps their rows', async () => {
  const { result, after, listed, successToast } = renderDeletions(refuseAll)
  act(() => result.current.remove('d1', 'd2'))
  await after(1_600)
  await after(0)
  expect(listed()).toEqual(['d1'])
  expect(result.current.leaving.size).toBe(0)
  expect(successToast).toHaveBeenCalledExactlyOnceWith('1 deleted, 1 failed.', expect.anything())
})

test('shows an error if all of them failed', async () => {
  const { result, after, complained } = renderDeletions(refuseAll, refuseAll)
  act(() => result.current.remove('d1', 'd2'))
  await after(1_600)
  await after(0)
  expect(complained).toHaveBeenCalledExactlyOnceWith('0 deleted, 2 failed.')
})

test('asks once for a document that is deleted twice', async () => {
  const { result, after, sent } = renderDeletions()
  act(() => result.current.remove('d1'))
  act(() => result.current.remove('d1', 'd2'))
  await after(1_600)
  expect(sent()).toBe(1)
})

function renderReprocessing(answer: () => unknown) {
  fakeApi({
    'POST /documents/d1/reprocess': answer,
    'POST /documents/d2/reprocess': () =>
      refuse(429, { code: 'allowance_exceeded', detail: 'Monthly usage limit exceeded' }),
  })
  const onLimit = vi.fn<(detail: string) => void>()
  const successToast = vi.spyOn(toast, 'success').mockReturnValue()
  const complained = vi.spyOn(toast, 'error').mockReturnValue()
  const queryClient = new QueryClient()
  queryClient.setQueryData(documentKeys.list, [aDocument({ id: 'd1', status: 'ERROR' })])
  const reload = vi.spyOn(queryClient, 'invalidateQueries')
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useReprocess(onLimit), { wrapper })
  const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  return {
    result,
    reload,
    after,
    onLimit,
    successToast,
    complained,
    both: () => act(() => result.current.reprocess('d1', 'd2')),
    start: () => act(() => result.current.reprocess('d1')),
  }
}

test('reloads the list and clears the mark after 3 s', async () => {
  const { result, reload, after, start } = renderReprocessing(() => aDocument({ id: 'd1', status: 'QUEUED' }))
  await start()
  await after(2_999)
  expect(result.current.marks.get('d1')).toBe('started')
  expect(reload).not.toHaveBeenCalled()
  await after(1)
  expect(result.current.marks.size).toBe(0)
  expect(reload).toHaveBeenCalledWith({ queryKey: documentKeys.all })
})

test('keeps the mark of a failure for 5 s', async () => {
  const { result, after, start } = renderReprocessing(() =>
    refuse(409, { code: 'conflict', detail: 'It runs.' }),
  )
  await start()
  await after(4_999)
  expect(result.current.marks.get('d1')).toBe('failed')
  await after(1)
  expect(result.current.marks.size).toBe(0)
})

test('counts several in one message, and opens the limit dialog if one of them reached it', async () => {
  const { result, both, successToast, onLimit } = renderReprocessing(() =>
    aDocument({ id: 'd1', status: 'QUEUED' }),
  )
  await both()
  expect(successToast).toHaveBeenCalledExactlyOnceWith('1 reprocessed, 1 failed.')
  expect(onLimit).toHaveBeenCalledExactlyOnceWith('Monthly usage limit exceeded')
  expect([...result.current.marks]).toEqual([
    ['d1', 'started'],
    ['d2', 'failed'],
  ])
})

test('shows an error if none could be reprocessed', async () => {
  const { both, complained } = renderReprocessing(() => refuse(409, { code: 'conflict', detail: 'It runs.' }))
  await both()
  expect(complained).toHaveBeenCalledExactlyOnceWith('0 reprocessed, 2 failed.')
})
