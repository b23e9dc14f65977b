import { Button } from '@mantine/core'
import { teacherRoutes, type WithdrawnFindings } from '@penmark/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { reportAddress } from '../../lib/addresses/addresses.ts'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { toast } from '../../ui/toast/toast.tsx'

interface WithdrawnListProps {
  found: WithdrawnFindings
  queryKey: readonly string[]
}

/** The reports whose finding does not stand, with the button that puts the notice away. */
export default function WithdrawnList({ found, queryKey }: WithdrawnListProps) {
  const { t } = useTranslation('dashboard')
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(teacherRoutes.putAwayWithdrawnFindings, {}),
    onSuccess: () => client.invalidateQueries({ queryKey }),
    onError: (error) => toast.error(t('withdrawn.failed', { detail: detailOf(error) })),
  })
  return (
    <Notice
      tone="info"
      action={
        <Button variant="default" loading={isPending} onClick={() => mutate()}>
          {t('withdrawn.putAway')}
        </Button>
      }
    >
      {t('withdrawn.text', { count: found.total })}{' '}
      {found.documents.map(({ id, filename }, nth) => (
        <span key={id}>
          {nth > 0 && ', '}
          <Link to={reportAddress({ id })}>{filename}</Link>
        </span>
      ))}
      {found.total > found.documents.length && ' …'}
    </Notice>
  )
}
