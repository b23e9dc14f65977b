import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { QuickstartLink } from './quickstart/quickstart-link.tsx'

/** There is no document at all: says so and where to begin. */
export function NoDocuments({ children }: { children: string }) {
  return <EmptyState action={<QuickstartLink />}>{children}</EmptyState>
}

/** There are documents, but none that is looked for. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('documents')
  return (
    <EmptyState
      drawing="lost"
      action={
        <Button variant="default" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      }
    >
      {t('filter.nothing')}
    </EmptyState>
  )
}
