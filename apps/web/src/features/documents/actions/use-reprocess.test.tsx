import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeApi, refuse } from '../../../test/api.ts'
import { aDocument } from '../../../test/samples.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { documentKeys } from '../queries.ts'
import { useReprocess } from './document-changes.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function begin(answer: () => unknown) {
  fakeApi({
    'POST /documents/d1/reprocess': answer,
    'POST /documents/d2/reprocess': () => refuse(429, { code: 'allowance_exceeded', detail: 'Monthly usage limit exceeded' }),
  })
  const onLimit = vi.fn<(detail: string) => void>()
  const said = vi.spyOn(toast, 'success').mockReturnValue()
  const complained = vi.spyOn(toast, 'error').mockReturnValue()
  const queryClient = new QueryClient()
  queryClient.setQueryData(documentKeys.list, [aDocument({ id: 'd1', status: 'ERROR' })])
  const reload = vi.spyOn(queryClient, 'invalidateQueries')
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  const { result } = renderHook(() => useReprocess(onLimit), { wrapper })
  const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  return {
    result,
    reload,
    after,
    onLimit,
    said,
    complained,
    both: () => act(() => result.current.reprocess('d1', 'd2')),
    start: () => act(() => result.current.reprocess('d1')),
  }
}

it('reloads the list and clears the mark after 3 s', async () => {
  const { result, reload, after, start } = begin(() => aDocument({ id: 'd1', status: 'QUEUED' }))
  await start()
  await after(2_999)
  expect(result.current.marks.get('d1')).toBe('started')
  expect(reload).not.toHaveBeenCalled()
  await after(1)
  expect(result.current.marks.size).toBe(0)
  expect(reload).toHaveBeenCalledWith({ queryKey: documentKeys.all })
})

it('keeps the mark of a failure for 5 s', async () => {
  const { result, after, start } = begin(() => refuse(409, { code: 'conflict', detail: 'It runs.' }))
  await start()
  await after(4_999)
  expect(result.current.marks.get('d1')).toBe('failed')
  await after(1)
  expect(result.current.marks.size).toBe(0)
})

it('counts several in one message, and opens the limit dialog if one of them reached it', async () => {
  const { result, both, said, onLimit } = begin(() => aDocument({ id: 'd1', status: 'QUEUED' }))
  await both()
  expect(said).toHaveBeenCalledExactlyOnceWith('1 reprocessed, 1 failed.')
  expect(onLimit).toHaveBeenCalledExactlyOnceWith('Monthly usage limit exceeded')
  expect([...result.current.marks]).toEqual([
    ['d1', 'started'],
    ['d2', 'failed'],
  ])
})

it('shows an error if all of them failed', async () => {
  const { both, complained } = begin(() => refuse(409, { code: 'conflict', detail: 'It runs.' }))
  await both()
  expect(complained).toHaveBeenCalledExactlyOnceWith('0 reprocessed, 2 failed.')
})
