import { useTranslation } from 'react-i18next'
import { AdminCards } from '../../features/admin/cards.tsx'
import { InstallationWarnings, SetupNotice } from '../../features/admin/installation.tsx'
import { Teachers } from '../../features/admin/teachers.tsx'
import { SectionHeader } from '../../ui/page-header/page-header.tsx'
import { AdminOnly } from './admin-only.tsx'

export default function AdminPage() {
  const { t } = useTranslation('admin')
  return (
    <AdminOnly title={t('title')} lead={t('lead')} back={false}>
      <SetupNotice />
      <InstallationWarnings />
      <AdminCards />
      <SectionHeader title={t('teachers.title')} />
      <Teachers />
    </AdminOnly>
  )
}
