import { Button } from '@mantine/core'
import { type OverviewCard, teacherRoutes } from '@penmark/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { asksAtOnce, conversationAddress, reportAddress } from '../../../lib/addresses/addresses.ts'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import layout from '../../../ui/theme/layout.module.css'
import { toast } from '../../../ui/toast/toast.tsx'
import { documentsKey } from './queries.ts'

interface ActionsProps {
  card: OverviewCard
  /** The query of a report's address. */
  origin: string
  /** Where two texts of a row stand beside each other; null for any other row. */
  pair: string | null
  name: string
  children: ReactNode
}

/** Read or compare, and talk to the student; or read what the student has answered. Then put it away. */
export function Actions({ card, name, origin, pair, children }: ActionsProps) {
  const { t } = useTranslation('overview')
  const { document } = card
  const first = document.student_details?.first_name
  const hasAnswered = card.case?.state === 'answered'
  const canAsk = document.student_id !== null && !document.is_sample
  return (
    <div className={layout.row}>
      {pair !== null ? (
        <Button component={Link} to={pair} aria-label={t('compare.label', { name })}>
          {t('compare')}
        </Button>
      ) : (
        !hasAnswered && (
          <Button
            component={Link}
            to={reportAddress(document, origin)}
            aria-label={t('read.label', { name })}
          >
            {t('read.action')}
          </Button>
        )
      )}
      {card.case ? (
        <Button
          component={Link}
          to={`/cases/${encodeURIComponent(card.case.id)}`}
          variant={hasAnswered ? 'filled' : 'default'}
          data-action="talk"
        >
          {t(hasAnswered ? 'reply.read' : 'case.open')}
        </Button>
      ) : (
        pair === null && (
          <Button
            component={Link}
            to={conversationAddress(document, origin)}
            state={canAsk ? asksAtOnce : undefined}
            variant="default"
            aria-label={t(canAsk ? 'talk.ask' : 'talk.label', { name })}
            title={canAsk ? t('talk.ask.hint') : undefined}
            data-action="talk"
          >
            {first ? t('talk.named', { name: first }) : t('talk')}
          </Button>
        )
      )}
      {children}
    </div>
  )
}

interface PutAwayProps {
  onPutAway: () => void
  ids: readonly string[]
  name: string
}

/** Takes a card out of the queue, with a moment to undo it. A newer reason brings it back by itself. */
export function PutAway({ ids, name, onPutAway }: PutAwayProps) {
  const { t } = useTranslation('overview')
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (done: boolean) => Promise.all(ids.map((id) => call(teacherRoutes.putAway, { id, done }))),
    onSuccess: async (_documents, done) => {
      await client.invalidateQueries({ queryKey: documentsKey })
      if (!done) return
      onPutAway()
      toast.successWith(t('done.said', { name }), { label: t('undo'), run: () => mutate(false) })
    },
    onError: (error) => toast.error(t('done.failed', { detail: detailOf(error) })),
  })
  return (
    <Button
      variant="subtle"
      loading={isPending}
      onClick={() => mutate(true)}
      aria-label={t('done.label', { name })}
      data-action="done"
    >
      {t('done')}
    </Button>
  )
}
