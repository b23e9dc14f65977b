import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { PageHeader } from '../ui/page-header/page-header.tsx'

/** A placeholder for a later feature. */
export default function TeachersPage() {
  const { t } = useTranslation('shell')
  return (
    <>
      <PageHeader title={t('teachers.title')} />
      <EmptyState>{t('teachers.text')}</EmptyState>
    </>
  )
}
