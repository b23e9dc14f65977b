import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { fakeApi } from '../../test/api.ts'
import { stats } from '../../test/samples.ts'
import { useStats } from './use-stats.ts'

it('begins with 0 for every counter, until the server has told them', async () => {
  fakeApi({ 'GET /dashboard/stats': () => stats })
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>
  const { result } = renderHook(() => useStats(false), { wrapper })
  expect([...new Set(Object.values(result.current.data ?? {}))]).toEqual([0])
  await waitFor(() => expect(result.current.data).toEqual(stats))
})
