import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PageHeader } from '../ui/page-header/page-header.tsx'
import { EmptyState } from '../ui/page-state/page-state.tsx'

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
