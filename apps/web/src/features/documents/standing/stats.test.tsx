import { type DashboardStats, pollEveryMs } from '@penmark/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeApi } from '../../../testing/api.ts'
import { stats } from '../../../testing/samples.ts'
import { useStats } from './stats.ts'

afterEach(() => vi.useRealTimers())

function open(initialProps: { running: boolean }) {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(useStats, { wrapper, initialProps })
}

test('starts with 0 for every counter, until the server responds', async () => {
  fakeApi({ 'GET /dashboard/stats': () => stats })
  const { result } = open({ running: false })
  const { figures, ...counters } = result.current.data ?? {}
  expect([...new Set([...Object.values(counters), ...Object.values(figures ?? {})])]).toEqual([0])
  await waitFor(() => expect(result.current.data).toEqual(stats))
})

test('settles as soon as the last listed document completes', async () => {
  let currentStats: DashboardStats = { ...stats, pending: 1 }
  fakeApi({ 'GET /dashboard/stats': () => currentStats })
  const { result, rerender } = open({ running: true })
  await waitFor(() => expect(result.current.data?.pending).toBe(1))
  currentStats = { ...stats, pending: 0 }
  rerender({ running: false })
  await waitFor(() => expect(result.current.data?.pending).toBe(0))
})

test('keeps asking while it counts a document in progress that the screen does not list', async () => {
  vi.useFakeTimers()
  let currentStats: DashboardStats = { ...stats, pending: 1 }
  const { asked } = fakeApi({ 'GET /dashboard/stats': () => currentStats })
  const { result } = open({ running: false })
  const counted = (pending: number) =>
    act(() =>
      vi.waitFor(() => expect(result.current.data?.pending).toBe(pending), {
        timeout: 2 * pollEveryMs.dashboard,
      }),
    )
  await counted(1)
  currentStats = { ...stats, pending: 0 }
  await counted(0)
  const requestsBefore = asked('GET', '/dashboard/stats').length
  await act(() => vi.advanceTimersByTimeAsync(3 * pollEveryMs.dashboard))
  expect(asked('GET', '/dashboard/stats')).toHaveLength(requestsBefore)
})
