import { teacherRoutes } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../../lib/call/call.ts'
import { formatDate, formatNumber } from '../../../lib/format/format.ts'
import { Notice } from '../../../ui/notice/notice.tsx'

/** How many documents will be erased soon, and when; renders nothing when none will. */
export function RetentionNotice({ linked }: { linked: boolean }) {
  const { t, i18n } = useTranslation('shell')
  const upcoming = useRetention().data?.upcoming
  if (!upcoming) return null
  const { documents, first_at, last_at } = upcoming
  const [first, last] = [formatDate(i18n, first_at), formatDate(i18n, last_at)]
  const shown = { count: documents, documents: formatNumber(i18n, documents), first, last }
  return (
    <Notice tone="warning" action={linked && <Link to="/profile#privacy">{t('retention.change')}</Link>}>
      {first === last ? t('retention.day', shown) : t('retention.span', shown)}
    </Notice>
  )
}

export const retentionKey = ['retention']

/** The retention settings, and what is announced. */
export function useRetention() {
  return useQuery({
    queryKey: retentionKey,
    queryFn: () => call(teacherRoutes.readRetention, {}),
    staleTime: 60_000,
  })
}
