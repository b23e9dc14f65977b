import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeApi, refuse } from '../../test/api.ts'
import { aDocument } from '../../test/samples.ts'
import { documentKeys } from './queries.ts'
import { useReprocess } from './use-reprocess.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function begin(answer: () => unknown) {
  fakeApi({ 'POST /documents/d1/reprocess': answer })
  const queryClient = new QueryClient()
  queryClient.setQueryData(documentKeys.list, [aDocument({ id: 'd1', status: 'ERROR' })])
  const reload = vi.spyOn(queryClient, 'invalidateQueries')
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  const { result } = renderHook(() => useReprocess(() => {}), { wrapper })
  const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  return { result, reload, after, start: () => act(() => result.current.reprocess('d1')) }
}

it('loads the list again after 3 s, when the mark goes too', async () => {
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
