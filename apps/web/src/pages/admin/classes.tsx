import { useTranslation } from 'react-i18next'
import { AllClasses } from '../../features/admin/all-classes.tsx'
import { AdminOnly } from './admin-only.tsx'

export default function AdminClassesPage() {
  const { t } = useTranslation('admin')
  return (
    <AdminOnly title={t('card.classes')} lead={t('classes.lead')} refusal={t('required')}>
      <AllClasses />
    </AdminOnly>
  )
}
