import { type Document, reprocessTimes, routes } from '@penmark/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { toast } from '../../ui/toast/toast.ts'
import { documentKeys } from './queries.ts'

export type ReprocessMark = 'started' | 'failed'

/** Queues a document again. The row says QUEUED at once; the list is loaded again a little later. */
export function useReprocess(onLimit: (detail: string) => void) {
  const { t } = useTranslation('documents')
  const queryClient = useQueryClient()
  const [marks, setMarks] = useState<ReadonlyMap<string, ReprocessMark>>(new Map())
  const timers = useRef(new Set<number>())

  const after = useCallback((ms: number, act: () => void) => {
    const timer = window.setTimeout(() => {
      timers.current.delete(timer)
      act()
    }, ms)
    timers.current.add(timer)
  }, [])
  useEffect(() => {
    const pending = timers.current
    return () => {
      for (const timer of pending) window.clearTimeout(timer)
    }
  }, [])

  const mark = useCallback((id: string, value: ReprocessMark | null) => {
    setMarks((before) => {
      const next = new Map(before)
      if (value === null) next.delete(id)
      else next.set(id, value)
      return next
    })
  }, [])

  const reprocess = useCallback(
    async (id: string) => {
      mark(id, 'started')
      try {
        await call(routes.reprocessDocument, { id })
        for (const queryKey of [documentKeys.list, documentKeys.recent]) {
          queryClient.setQueryData<Document[]>(queryKey, (documents) =>
            documents?.map((document) => (document.id === id ? { ...document, status: 'QUEUED', status_reason: null } : document)),
          )
        }
        toast.success(t('reprocess.done'))
        after(reprocessTimes.reloadAfterMs, () => {
          mark(id, null)
          void queryClient.invalidateQueries({ queryKey: documentKeys.all })
        })
      } catch (thrown) {
        const detail = detailOf(thrown)
        mark(id, 'failed')
        after(reprocessTimes.failedBadgeMs, () => mark(id, null))
        if (/limit|exceeded/i.test(detail)) onLimit(detail)
        else toast.error(t('reprocess.failed', { detail }))
      }
    },
    [after, mark, onLimit, queryClient, t],
  )
  return { marks, reprocess }
}
