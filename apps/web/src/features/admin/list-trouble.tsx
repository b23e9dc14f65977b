import { useTranslation } from 'react-i18next'
import { detailOf } from '../../lib/call/failure.ts'
import { FailedNotice } from '../../ui/notice/failed-notice.tsx'

/** A part of a page that could not be loaded; the rest stands. */
export function ListTrouble({ error, refetch }: { error: unknown; refetch: () => Promise<unknown> }) {
  const { t } = useTranslation('admin')
  return <FailedNotice onRetry={() => void refetch()}>{t('failed.load', { detail: detailOf(error) })}</FailedNotice>
}
