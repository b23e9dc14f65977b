import { Button } from '@mantine/core'
import { minimumLoadingMs } from '@penmark/contract'
import { IconRefresh } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { detailOf } from '../../../lib/call/failure.ts'
import { EmptyState } from '../../../ui/page-state/page-state.tsx'

/** Replaces a list that could not be loaded. */
export function ListFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(['documents', 'ui'])
  return (
    <div role="alert">
      <EmptyState drawing="trouble" action={<Button onClick={onRetry}>{t('ui:retry')}</Button>}>
        {t('listFailed', { detail: detailOf(error) })}
      </EmptyState>
    </div>
  )
}

/** Link to the quick start page. */
export function QuickstartLink() {
  const { t } = useTranslation('documents')
  return (
    <Button component={Link} to="/quickstart" variant="default">
      {t('quickstart.link')}
    </Button>
  )
}

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
