import { useTranslation } from 'react-i18next'
import { AppealReviewers } from '../../features/admin/appeal-reviewers.tsx'
import { CaseCountsSection } from '../../features/admin/case-counts.tsx'
import { CasePolicyForm } from '../../features/admin/case-policy.tsx'
import { AdminOnly } from './admin-only.tsx'

export default function AdminCasesPage() {
  const { t } = useTranslation('admin')
  return (
    <AdminOnly title={t('cases.title')} lead={t('cases.lead')}>
      <CasePolicyForm />
      <AppealReviewers />
      <CaseCountsSection />
    </AdminOnly>
  )
}
