import type { Case } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../lib/format/format.ts'
import { Notice } from '../../../ui/notice/notice.tsx'

/** Until when the student can appeal, or where their appeal stands. */
export function AppealStanding({ record: { appeal, appeal_until } }: { record: Case }) {
  const { t, i18n } = useTranslation('cases')
  if (appeal === null)
    return appeal_until === null ? null : <Notice tone="info">{t('appeal.until', { time: formatTime(i18n, appeal_until) })}</Notice>
  const { appealed_at, ended_at, reviewer_name } = appeal
  if (ended_at !== null) return <Notice tone="info">{t('appeal.ended', { time: formatTime(i18n, ended_at) })}</Notice>
  const time = formatTime(i18n, appealed_at)
  return (
    <Notice tone="info">
      {reviewer_name === null ? t('appeal.waiting', { time }) : t('appeal.waitingFor', { time, name: reviewer_name })}
    </Notice>
  )
}
