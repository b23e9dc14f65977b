import { Problem, teacherRoutes } from '@penmark/contract'
import { type Query, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { type ReactNode, useEffect, useState } from 'react'
import { call } from './call.ts'

/** The query cache. Key it by person, so that nobody sees another person's data. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  useEffect(() => {
    // Texts from the server, such as why a document failed, are in the language of the call.
    const reload = () => void queryClient.invalidateQueries()
    i18next.on('languageChanged', reload)
    return () => i18next.off('languageChanged', reload)
  }, [queryClient])
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

/** Only temporary failures are retried. */
function isTemporary(error: Error): boolean {
  return error instanceof Problem && error.code === 'busy'
}

/** A slow machine takes seconds to draw a screen. */
const drawnWithinMs = 5_000

/**
 * Stale answers are asked for again when a screen shows them, but not those that it began with: they arrived
 * while it was being drawn.
 */
export function refetchOnMount({ state }: Pick<Query, 'state'>): boolean {
  return state.dataUpdateCount > 0 || Date.now() - state.dataUpdatedAt > drawnWithinMs
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 2 && isTemporary(error),
        staleTime: 1_000,
        refetchOnMount,
        refetchOnWindowFocus: true,
      },
      mutations: { retry: false },
    },
  })
}

/** The installation's public settings; undefined until loaded. */
export function useSettings() {
  return useQuery({
    queryKey: ['settings'],
    queryFn: () => call(teacherRoutes.readSettings, {}),
    staleTime: Number.POSITIVE_INFINITY,
  }).data
}

/** Whether plans can be paid for here; false until it is known. */
export const useSellsPlans = () => useSettings()?.sells_plans ?? false
