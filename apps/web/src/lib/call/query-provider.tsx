import { Problem } from '@penmark/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { type ReactNode, useEffect, useState } from 'react'

/** The query cache. Key it by person, so that nobody sees another person's data. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  useEffect(() => {
    // What the server wrote, such as why a document failed, is in the language it was asked in.
    const reload = () => void queryClient.invalidateQueries()
    i18next.on('languageChanged', reload)
    return () => i18next.off('languageChanged', reload)
  }, [queryClient])
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

/** Only temporary failures are retried. */
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
