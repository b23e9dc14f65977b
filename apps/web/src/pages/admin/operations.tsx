import { useTranslation } from 'react-i18next'
import classes from '../../features/admin/admin.module.css'
import { ReferenceLookUps } from '../../features/admin/installation.tsx'
import { FailedJobs } from '../../features/admin/operations/failed-jobs.tsx'
import { Limits } from '../../features/admin/operations/limits.tsx'
import { DetectorModels } from '../../features/admin/operations/models.tsx'
import { PaymentEvents } from '../../features/admin/operations/payment-events.tsx'
import { QueueHealth } from '../../features/admin/operations/queue-health.tsx'
import { StorageUse } from '../../features/admin/operations/storage-use.tsx'
import { AdminOnly } from './admin-only.tsx'

export default function AdminOperationsPage() {
  const { t } = useTranslation('admin')
  return (
    <AdminOnly title={t('card.operations')} lead={t('operations.lead')}>
      <div className={classes.sections}>
        <QueueHealth />
        <FailedJobs />
        <StorageUse />
        <DetectorModels />
        <ReferenceLookUps />
        <PaymentEvents />
        <Limits />
      </div>
    </AdminOnly>
  )
}
