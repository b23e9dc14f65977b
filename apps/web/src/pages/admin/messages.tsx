import { adminRoutes } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import classes from '../../features/admin/admin.module.css'
import { adminKeys, ListLoadError } from '../../features/admin/admin-list.tsx'
import { MailList } from '../../features/admin/messages/mail-list.tsx'
import { SupportInbox } from '../../features/admin/messages/support-inbox.tsx'
import { call } from '../../lib/call/call.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { SectionHeader } from '../../ui/page-header/page-header.tsx'
import { AdminOnly } from './admin-only.tsx'

export default function AdminMessagesPage() {
  const { t } = useTranslation('admin')
  return (
    <AdminOnly title={t('card.messages')} lead={t('messages.lead')}>
      <div className={classes.sections}>
        <SupportInbox />
        <MailList />
        <Interests />
      </div>
    </AdminOnly>
  )
}

/** How many teachers asked for each integration. */
function Interests() {
  const { t, i18n } = useTranslation('admin')
  const list = useQuery({
    queryKey: adminKeys.list('interests'),
    queryFn: ({ signal }) => call(adminRoutes.listInterests, {}, { signal }),
  })
  return (
    <section aria-label={t('interests')}>
      <SectionHeader title={t('interests')} />
      {list.isError && !list.data && <ListLoadError error={list.error} refetch={list.refetch} />}
      {list.data?.length === 0 && <p className={classes.soft}>{t('interests.none')}</p>}
      {list.data && list.data.length > 0 && (
        <dl className={classes.counts}>
          {list.data.map(({ integration, teachers }) => (
            <div key={integration}>
              <dt>{t(`interests.${integration}`)}</dt>
              <dd>{t('interests.teachers', { count: teachers, shown: formatNumber(i18n, teachers) })}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
