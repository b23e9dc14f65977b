import { adminRoutes, serviceNames } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../../lib/call/call.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import classes from './admin.module.css'
import { ListLoadError } from './admin-list.tsx'

/** The installation's settings, which change only with a restart, and its warnings. */
const useInstallation = () =>
  useQuery({
    queryKey: ['admin', 'installation'],
    queryFn: ({ signal }) => call(adminRoutes.readInstallation, {}, { signal }),
    staleTime: 60_000,
  })

/** Leads to the welcome page until an administrator has finished it. */
export function SetupNotice() {
  const { t } = useTranslation('admin')
  if (useInstallation().data?.is_set_up !== false) return null
  return (
    <Notice tone="info" action={<Link to="/welcome">{t('setup.action')}</Link>}>
      {t('setup.open')}
    </Notice>
  )
}

/** Warnings about combinations of settings. */
export function InstallationWarnings() {
  const { t } = useTranslation('admin')
  return useInstallation().data?.warnings.map(({ code }) => (
    <Notice key={code} tone="warning">
      {t(`warning.${code}`)}
    </Notice>
  ))
}

/** Whether teachers may look references up in public catalogues, and in which. */
export function ReferenceLookUps() {
  const { t, i18n } = useTranslation('admin')
  const { data, error, refetch } = useInstallation()
  const services = data?.reference_services.map((service) => serviceNames[service]) ?? []
  const isOn = services.length > 0
  return (
    <section aria-label={t('references')}>
      <SectionHeader title={t('references')} />
      {error && !data && <ListLoadError error={error} refetch={refetch} />}
      {data && (
        <>
          <Badge tone={isOn ? 'success' : 'neutral'}>
            {isOn
              ? t('references.on', { services: new Intl.ListFormat(i18n.language).format(services) })
              : t('references.off')}
          </Badge>
          <p className={classes.setting}>{t(isOn ? 'references.on.text' : 'references.off.text')}</p>
        </>
      )}
    </section>
  )
}
