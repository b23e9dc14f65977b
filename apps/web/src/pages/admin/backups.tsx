import { useTranslation } from 'react-i18next'
import classes from '../../features/admin/admin.module.css'
import { Backups } from '../../features/admin/backups/backups.tsx'
import { MakeBackup } from '../../features/admin/backups/make-backup.tsx'
import { AdminOnly } from './admin-only.tsx'

export default function AdminBackupsPage() {
  const { t } = useTranslation('admin')
  return (
    <AdminOnly title={t('card.backups')} lead={t('backups.lead')} actions={<MakeBackup />}>
      <div className={classes.sections}>
        <Backups />
      </div>
    </AdminOnly>
  )
}
