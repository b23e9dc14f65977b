import { Button } from '@mantine/core'
import { adminRoutes } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import classes from '../../features/operations/admin/admin.module.css'
import { Backups } from '../../features/operations/admin/backups/backups.tsx'
import {
  isUnderway,
  useBackupAction,
  useBackups,
} from '../../features/operations/admin/backups/use-backups.ts'
import { RestoreOffer } from '../../features/operations/restore/restore-offer.tsx'
import { call } from '../../lib/call/call.ts'
import { loadNamespaces } from '../../lib/i18n/i18n.ts'
import { AdminOnly } from './admin-only.tsx'

export default function AdminBackupsPage() {
  const { t } = useTranslation('admin')
  return (
    <AdminOnly title={t('card.backups')} lead={t('backups.lead')} actions={<MakeBackup />}>
      <div className={classes.sections}>
        <Backups />
        <RestoreBackup />
      </div>
    </AdminOnly>
  )
}

/** Starts a backup, unless one is running or something prevents it. */
function MakeBackup() {
  const { t } = useTranslation('admin')
  const { data } = useBackups()
  const make = useBackupAction(() => call(adminRoutes.makeBackup, {}), t('backups.made'))
  return (
    <Button
      onClick={() => make.mutate()}
      loading={make.isPending}
      disabled={data === undefined || data.obstacle !== null || isUnderway(data.run)}
    >
      {t('backups.make')}
    </Button>
  )
}

/**
 * The welcome page follows the restart, because it needs no session. Loaded early: during the restart the
 * server does not answer.
 */
function loadWelcomePage(): void {
  void Promise.all([import('../public/welcome.tsx'), loadNamespaces(['welcome'])])
}

function RestoreBackup() {
  const { data } = useBackups()
  const navigate = useNavigate()
  if (data === undefined) return null
  return (
    <RestoreOffer
      place="admin"
      canRestore={data.can_restore}
      onOpen={loadWelcomePage}
      onConfirmed={() => void navigate('/welcome')}
    />
  )
}
