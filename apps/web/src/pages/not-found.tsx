import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { PageHeader } from '../ui/page-header/page-header.tsx'

export default function NotFoundPage() {
  const { t } = useTranslation('shell')
  return (
    <>
      <PageHeader title={t('notFound.title')} />
      <EmptyState
        drawing="lost"
        action={
          <Button component={Link} to="/dashboard">
            {t('notFound.action')}
          </Button>
        }
      >
        {t('notFound.text')}
      </EmptyState>
    </>
  )
}
