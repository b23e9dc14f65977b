import { minimumLoadingMs } from '@penmark/contract'
import { useCallback, useState } from 'react'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A refresh by hand: its spinner turns long enough to be seen. */
export function useRefresh(refetch: () => Promise<unknown>) {
  const [refreshing, setRefreshing] = useState(false)
  const refresh = useCallback(async () => {
    setRefreshing(true)
    await Promise.all([refetch(), wait(minimumLoadingMs)])
    setRefreshing(false)
  }, [refetch])
  return { refreshing, refresh }
}
