import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useRefresh } from './list-states.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('spins for at least 1000 ms, however fast the response', async () => {
  const refetch = vi.fn(async () => {})
  const { result } = renderHook(() => useRefresh(refetch))
  act(() => void result.current.refresh())
  expect(refetch).toHaveBeenCalledOnce()
  await act(() => vi.advanceTimersByTimeAsync(999))
  expect(result.current.refreshing).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(result.current.refreshing).toBe(false)
})
