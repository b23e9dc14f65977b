import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { detailOf } from '../../../lib/call/failure.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'

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

/** There is no document at all: says so and where to begin. */
export function NoDocuments({ children }: { children: string }) {
  return <EmptyState action={<QuickstartLink />}>{children}</EmptyState>
}

/** The way to the page that takes many files at once. */
export function QuickstartLink() {
  const { t } = useTranslation('documents')
  return (
    <Button component={Link} to="/quickstart" variant="default">
      {t('quickstart.link')}
    </Button>
  )
}
