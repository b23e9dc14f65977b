import { type RetentionInput, teacherRoutes } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../lib/call/call.ts'
import { formatDate, formatNumber } from '../../lib/format/format.ts'
import { Notice } from '../../ui/notice/notice.tsx'

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

const key = ['retention']

/** The retention settings, and what is announced. */
export function useRetention() {
  return useQuery({ queryKey: key, queryFn: () => call(teacherRoutes.readRetention, {}), staleTime: 60_000 })
}

/** What a setting would erase; disabled without `input`. */
export function useRetentionPreview(input: RetentionInput | null) {
  return useQuery({
    queryKey: ['retention-preview', input],
    queryFn: () => call(teacherRoutes.previewRetention, input ?? { days: null, classes: [] }),
    enabled: input !== null,
    staleTime: 0,
    gcTime: 0,
  })
}

export function useSaveRetention() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: RetentionInput) => call(teacherRoutes.saveRetention, input),
    onSuccess: (saved) => queryClient.setQueryData(key, saved),
  })
}

/** Classes to choose from. */
export function useClassNames() {
  return useQuery({
    queryKey: ['class-groups', 'choice'],
    queryFn: () => call(teacherRoutes.listClassGroups, {}),
    staleTime: 10_000,
  })
}
