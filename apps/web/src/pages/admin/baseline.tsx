import { useTranslation } from 'react-i18next'
import { Baseline } from '../../features/admin/baseline.tsx'
import { AdminOnly } from './admin-only.tsx'

export default function AdminBaselinePage() {
  const { t } = useTranslation('admin')
  return (
    <AdminOnly title={t('baseline.title')} lead={t('baseline.lead')}>
      <Baseline />
    </AdminOnly>
  )
}
