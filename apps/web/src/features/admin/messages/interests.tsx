import { adminRoutes } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import classes from '../admin.module.css'
import { ListLoadError } from '../admin-list.tsx'
import { adminKeys } from '../use-listing.ts'

/** How many teachers asked for each integration. */
export function Interests() {
  const { t, i18n } = useTranslation('admin')
  const list = useQuery({ queryKey: adminKeys.list('interests'), queryFn: ({ signal }) => call(adminRoutes.listInterests, {}, { signal }) })
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
