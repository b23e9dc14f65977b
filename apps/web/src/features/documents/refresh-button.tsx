import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRefresh } from './use-refresh.ts'

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
