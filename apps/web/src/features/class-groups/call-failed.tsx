import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../lib/call/failure.ts'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'

interface CallFailedProps {
  error: unknown
  onRetry: () => void
  /** The sentence, given the detail. */
  children: (detail: string) => string
}

/** Stands where something would be that could not be fetched. */
export function CallFailed({ error, onRetry, children }: CallFailedProps) {
  const { t } = useTranslation('ui')
  return (
    <div role="alert">
      <EmptyState drawing="trouble" action={<Button onClick={onRetry}>{t('retry')}</Button>}>
        {children(detailOf(error))}
      </EmptyState>
    </div>
  )
}
