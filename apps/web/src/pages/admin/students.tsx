import { useTranslation } from 'react-i18next'
import { AllStudents } from '../../features/admin/all-students.tsx'
import { AdminOnly } from './admin-only.tsx'

export default function AdminStudentsPage() {
  const { t } = useTranslation('admin')
  return (
    <AdminOnly title={t('card.students')} lead={t('students.lead')} refusal={t('required')}>
      <AllStudents />
    </AdminOnly>
  )
}
