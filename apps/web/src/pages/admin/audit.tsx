import { useTranslation } from 'react-i18next'
import { Audit } from '../../features/admin/audit.tsx'
import { AdminOnly } from './admin-only.tsx'

export default function AdminAuditPage() {
  const { t } = useTranslation('admin')
  return (
    <AdminOnly title={t('audit.title')} lead={t('audit.lead')}>
      <Audit />
    </AdminOnly>
  )
}
