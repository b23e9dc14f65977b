import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeApi, refuse } from '../../test/api.ts'
import { aDocument } from '../../test/samples.ts'
import { documentKeys } from './queries.ts'
import { useDeletions } from './use-deletions.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function begin(answer: () => unknown = () => ({ id: 'd1', deleted: true })) {
  const { asked } = fakeApi({ 'DELETE /documents/d1': answer })
  const queryClient = new QueryClient()
  queryClient.setQueryData(documentKeys.list, [aDocument({ id: 'd1' }), aDocument({ id: 'd2' })])
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  const hook = renderHook(() => useDeletions(), { wrapper })
  const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  return {
    ...hook,
    after,
    sent: () => asked('DELETE', '/documents/d1').length,
    listed: () => queryClient.getQueryData<{ id: string }[]>(documentKeys.list)?.map(({ id }) => id),
  }
}

it('turns the row red, slides it out after 0.6 s, sends the call after 1.6 s and takes the row away', async () => {
  const { result, after, sent, listed } = begin()
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

it('sends the call at once when the screen is left', async () => {
  const { result, unmount, after, sent } = begin()
  act(() => result.current.remove('d1'))
  unmount()
  await after(0)
  expect(sent()).toBe(1)
  await after(5_000)
  expect(sent()).toBe(1)
})

it('sends the call at once when the browser leaves the page', async () => {
  const { result, after, sent } = begin()
  act(() => result.current.remove('d1'))
  act(() => {
    window.dispatchEvent(new Event('pagehide'))
  })
  await after(0)
  expect(sent()).toBe(1)
})

it('brings the row back when the server refuses', async () => {
  const { result, after, listed } = begin(() => refuse(500, { code: 'unexpected', detail: 'No.' }))
  act(() => result.current.remove('d1'))
  await after(1_600)
  await after(0)
  expect(result.current.leaving.size).toBe(0)
  expect(listed()).toEqual(['d1', 'd2'])
})
