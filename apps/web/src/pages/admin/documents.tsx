import type { AdminDocument } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { AllDocuments } from '../../features/admin/all-documents.tsx'
import { DocumentStatusBadge } from '../../features/documents/table/status-badge.tsx'
import { AdminOnly } from './admin-only.tsx'

const badge = (document: AdminDocument) => <DocumentStatusBadge document={{ status: document.status }} />

export default function AdminDocumentsPage() {
  const { t } = useTranslation('admin')
  return (
    <AdminOnly title={t('card.documents')} lead={t('documents.lead')} refusal={t('required.other')}>
      <AllDocuments status={badge} />
    </AdminOnly>
  )
}
