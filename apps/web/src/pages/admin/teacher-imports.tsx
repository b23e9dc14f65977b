import { useTranslation } from 'react-i18next'
import classes from '../../features/admin/admin.module.css'
import { ImportTeachers } from '../../features/admin/teacher-imports/import-teachers.tsx'
import { ImportRuns } from '../../features/admin/teacher-imports/runs.tsx'
import { AdminOnly } from './admin-only.tsx'

export default function AdminTeacherImportsPage() {
  const { t } = useTranslation('admin')
  return (
    <AdminOnly title={t('card.teacherImports')} lead={t('imports.lead')}>
      <div className={classes.sections}>
        <ImportTeachers />
        <ImportRuns />
      </div>
    </AdminOnly>
  )
}
