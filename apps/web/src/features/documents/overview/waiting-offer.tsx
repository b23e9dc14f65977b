import { Button } from '@mantine/core'
import { type WaitingDocuments, waitingRoutes } from '@penmark/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../../lib/call/call.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import classes from './overview.module.css'
import { documentsKey, type OverviewTarget } from './queries.ts'

/** Reads what waits for words in one click, now that there are words again. */
export default function WaitingOffer({
  readable: { documents, words },
  target,
}: {
  readable: WaitingDocuments
  target: OverviewTarget
}) {
  const { t, i18n } = useTranslation('overview')
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(waitingRoutes.readWaiting, target),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: documentsKey }),
  })
  return (
    <div className={classes.offer}>
      <Button loading={isPending} onClick={() => mutate()}>
        {t('waiting.read', {
          count: documents,
          shown: formatNumber(i18n, documents),
          words: formatNumber(i18n, words),
        })}
      </Button>
      <Link to="/profile#usage">{t('waiting.always')}</Link>
      {error && <Notice tone="error">{t('waiting.failed', { detail: error.message })}</Notice>}
    </div>
  )
}
