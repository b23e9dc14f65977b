import { useTranslation } from 'react-i18next'
import classes from '../../features/operations/admin/admin.module.css'
import { MailList } from '../../features/operations/admin/messages/mail-list.tsx'
import { SupportInbox } from '../../features/operations/admin/messages/support-inbox.tsx'
import { AdminOnly } from './admin-only.tsx'

export default function AdminMessagesPage() {
  const { t } = useTranslation('admin')
  return (
    <AdminOnly title={t('card.messages')} lead={t('messages.lead')}>
      <div className={classes.sections}>
        <SupportInbox />
        <MailList />
      </div>
    </AdminOnly>
  )
}
