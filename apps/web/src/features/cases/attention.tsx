import { type CaseAttention, caseAttentionRoutes } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../lib/call/call.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { caseListAddress, listsKey } from './addresses.ts'

const refetchEveryMs = 60_000

/** What waits for the teacher in My cases: answers to decide about, and appeals. Null while it is unknown. */
export function useCaseAttention(): CaseAttention | null {
  const { data } = useQuery({
    queryKey: [...listsKey, 'attention'],
    queryFn: ({ signal }) => call(caseAttentionRoutes.readCaseAttention, {}, { signal }),
    refetchInterval: refetchEveryMs,
  })
  return data ?? null
}

/** One line on the dashboard that says who has answered; renders nothing while nobody waits. */
export function CaseAttentionLine() {
  const { t } = useTranslation('dashboard')
  const attention = useCaseAttention()
  if (attention === null || attention.answered + attention.appeals === 0) return null
  const { answered, appeals } = attention
  const sentences = [
    ...(answered > 0 ? [t('cases.answered', { count: answered })] : []),
    ...(appeals > 0 ? [t('cases.appeals', { count: appeals })] : []),
  ]
  return (
    <Notice tone="info" action={<Link to={caseListAddress}>{t('cases.open')}</Link>}>
      {sentences.join(' ')}
    </Notice>
  )
}
