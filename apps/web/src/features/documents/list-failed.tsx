import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../lib/call/failure.ts'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'

/** Stands where a list would be when it could not be fetched. */
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
