import { Problem } from '@penmark/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

/** Remembers answers for the screens below. Give it a key by person: what one was told is never shown to another. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

/** Only what may pass by itself is tried again; a refusal stays a refusal. */
function isPassing(error: Error): boolean {
  return error instanceof Problem && error.code === 'busy'
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: (failures, error) => failures < 2 && isPassing(error), staleTime: 1_000, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  })
}
