import { routes } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call/call.ts'
import { Notice } from '../../ui/notice/notice.tsx'

/** What the settings of this installation do together, and its operator should know. They change with a new start only. */
export function InstallationWarnings() {
  const { t } = useTranslation('admin')
  const { data } = useQuery({
    queryKey: ['admin', 'installation'],
    queryFn: ({ signal }) => call(routes.readInstallation, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.warnings.map(({ code }) => (
    <Notice key={code} tone="warning">
      {t(`warning.${code}`)}
    </Notice>
  ))
}
