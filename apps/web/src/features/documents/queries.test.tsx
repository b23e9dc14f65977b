import { type DocumentStatus, pollEveryMs } from '@penmark/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeApi } from '../../testing/api.ts'
import { aDocument } from '../../testing/samples.ts'
import { useDocuments, useRecent } from './queries.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

async function renderList(
  useList: typeof useDocuments | typeof useRecent,
  path: string,
  status: DocumentStatus,
) {
  let currentStatus = status
  const { asked } = fakeApi({
    [`GET ${path}`]: () => [{ ...aDocument({ status: currentStatus }), student: null }],
  })
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  renderHook(() => useList(), { wrapper })
  const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await after(0)
  return {
    after,
    requestCount: () => asked('GET', path).length,
    setStatus: (next: DocumentStatus) => (currentStatus = next),
  }
}

test('polls the list every 5000 ms while a document is in progress', async () => {
  const { after, requestCount } = await renderList(useDocuments, '/documents', 'QUEUED')
  expect(requestCount()).toBe(1)
  await after(4_900)
  expect(requestCount()).toBe(1)
  await after(200)
  expect(requestCount()).toBe(2)
})

test('polls recent documents every 3000 ms, even for one that is only uploaded', async () => {
  const { after, requestCount } = await renderList(useRecent, '/dashboard/recent', 'UPLOADED')
  expect(requestCount()).toBe(1)
  await after(2_900)
  expect(requestCount()).toBe(1)
  await after(200)
  expect(requestCount()).toBe(2)
})

test('keeps showing its data while it reloads', async () => {
  let requests = 0
  fakeApi({
    'GET /dashboard/recent': () =>
      requests++ === 0 ? [{ ...aDocument({ status: 'QUEUED' }), student: null }] : new Promise(() => {}),
  })
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useRecent(), { wrapper })
  await act(() => vi.advanceTimersByTimeAsync(pollEveryMs.dashboard + 100))
  expect([
    requests,
    result.current.isFetching,
    result.current.isPending,
    result.current.data?.length,
  ]).toEqual([2, true, false, 1])
})

test('does not poll for a document that is only uploaded outside the dashboard', async () => {
  const { after, requestCount } = await renderList(useDocuments, '/documents', 'UPLOADED')
  await after(3 * pollEveryMs.documents)
  expect(requestCount()).toBe(1)
})

test('stops polling when nothing is in progress', async () => {
  const { after, requestCount, setStatus } = await renderList(useRecent, '/dashboard/recent', 'PROCESSING')
  setStatus('COMPLETED')
  await after(pollEveryMs.dashboard + 100)
  expect(requestCount()).toBe(2)
  await after(5 * pollEveryMs.dashboard)
  expect(requestCount()).toBe(2)
})
