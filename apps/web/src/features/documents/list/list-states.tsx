import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { detailOf } from '../../../lib/call/failure.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'

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

/** No documents at all, with a link to start. */
export function NoDocuments({ children }: { children: string }) {
  return <EmptyState action={<QuickstartLink />}>{children}</EmptyState>
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
