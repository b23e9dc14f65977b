import { useReducedMotion } from '@mantine/hooks'
import { type Document, deleteTimes, routes } from '@penmark/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { toast } from '../../ui/toast/toast.ts'
import { documentKeys } from './queries.ts'

export type Leaving = 'leaving' | 'gone'

/** Rows on their way out: red, then sliding, then the call. Whatever still waits is sent at once when the page is left. */
export function useDeletions() {
  const { t } = useTranslation('documents')
  const queryClient = useQueryClient()
  const still = useReducedMotion()
  const [leaving, setLeaving] = useState<ReadonlyMap<string, Leaving>>(new Map())
  const waiting = useRef(new Map<string, () => void>())

  const mark = useCallback((id: string, state: Leaving | null) => {
    setLeaving((before) => {
      const after = new Map(before)
      if (state === null) after.delete(id)
      else after.set(id, state)
      return after
    })
  }, [])

  const send = useCallback(
    async (id: string) => {
      try {
        await call(routes.deleteDocument, { id }, { keepalive: true })
        for (const queryKey of [documentKeys.list, documentKeys.recent]) {
          queryClient.setQueryData<Document[]>(queryKey, (documents) => documents?.filter((document) => document.id !== id))
        }
        toast.success(t('delete.done'))
        void queryClient.invalidateQueries({ queryKey: documentKeys.all })
      } catch (thrown) {
        toast.error(t('delete.failed', { detail: detailOf(thrown) }))
      }
      mark(id, null)
    },
    [mark, queryClient, t],
  )

  const remove = useCallback(
    (id: string) => {
      if (waiting.current.has(id)) return
      mark(id, 'leaving')
      const slide = window.setTimeout(() => mark(id, 'gone'), still ? 0 : deleteTimes.slideAfterMs)
      const sendNow = () => {
        window.clearTimeout(slide)
        window.clearTimeout(later)
        waiting.current.delete(id)
        void send(id)
      }
      const later = window.setTimeout(sendNow, still ? 0 : deleteTimes.callAfterMs)
      waiting.current.set(id, sendNow)
    },
    [mark, send, still],
  )

  useEffect(() => {
    const sendAll = () => {
      for (const sendNow of waiting.current.values()) sendNow()
    }
    window.addEventListener('pagehide', sendAll)
    return () => {
      window.removeEventListener('pagehide', sendAll)
      sendAll()
    }
  }, [])

  return { leaving, remove }
}
