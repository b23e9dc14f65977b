import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { PageHeader } from '../ui/page-header/page-header.tsx'

/** A placeholder for a later feature. */
export default function SchoolsPage() {
  const { t } = useTranslation('shell')
  return (
    <>
      <PageHeader title={t('schools.title')} />
      <EmptyState>{t('schools.text')}</EmptyState>
    </>
  )
}
