import { Button } from '@mantine/core'
import { minimumLoadingMs } from '@penmark/contract'
import { IconRefresh } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Fetches a list again. */
export function RefreshButton({ refetch }: { refetch: () => Promise<unknown> }) {
  const { t } = useTranslation('ui')
  const { refreshing, refresh } = useRefresh(refetch)
  return (
    <Button
      variant="default"
      loading={refreshing}
      onClick={() => void refresh()}
      leftSection={<IconRefresh size={16} aria-hidden="true" />}
    >
      {t('refresh')}
    </Button>
  )
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A manual refresh; its spinner is shown long enough to be noticed. */
export function useRefresh(refetch: () => Promise<unknown>) {
  const [refreshing, setRefreshing] = useState(false)
  const refresh = useCallback(async () => {
    setRefreshing(true)
    await Promise.all([refetch(), wait(minimumLoadingMs)])
    setRefreshing(false)
  }, [refetch])
  return { refreshing, refresh }
}
