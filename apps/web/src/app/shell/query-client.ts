import { Problem } from '@penmark/contract'
import { QueryClient } from '@tanstack/react-query'

/** Only what may pass by itself is tried again; a refusal stays a refusal. */
function isPassing(error: Error): boolean {
  return error instanceof Problem && error.code === 'busy'
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: (failures, error) => failures < 2 && isPassing(error), staleTime: 1_000, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  })
}
