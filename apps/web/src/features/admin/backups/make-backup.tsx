import { Button } from '@mantine/core'
import { adminRoutes } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'
import { isUnderway, useBackupAction, useBackups } from './use-backups.ts'

/** Begins a backup, unless one is underway or something stands in its way. */
export function MakeBackup() {
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
