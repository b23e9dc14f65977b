import { useReducedMotion } from '@mantine/hooks'
import { deleteTimes, routes } from '@penmark/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { inTurns, type Outcomes, type Turns } from '../../lib/call/in-turns.ts'
import { toast } from '../../ui/toast/toast.ts'
import { changeKept, documentKeys } from './queries.ts'

export type Leaving = 'leaving' | 'gone'

/** Documents that were deleted together: they wait for the animation, then their calls run. */
interface Batch {
  send: () => Promise<void>
  turns: Turns<string> | null
}

/** Rows on their way out: red, then sliding, then the calls. Whatever still waits is sent at once when the page is left. */
export function useDeletions() {
  const { t } = useTranslation('documents')
  const queryClient = useQueryClient()
  const still = useReducedMotion()
  const [leaving, setLeaving] = useState<ReadonlyMap<string, Leaving>>(new Map())
  const batches = useRef(new Set<Batch>())
  const going = useRef(new Set<string>())

  const mark = useCallback((ids: readonly string[], state: Leaving | null) => {
    setLeaving((before) => {
      const after = new Map(before)
      for (const id of ids) {
        if (state === null) after.delete(id)
        else after.set(id, state)
      }
      return after
    })
  }, [])

  const tell = useCallback(
    (outcomes: Outcomes<string>) => {
      const failures = outcomes.filter(({ failure }) => failure !== null)
      const done = outcomes.length - failures.length
      const all = outcomes.length > 1 ? t('bulk.deleted', { done, failed: failures.length }) : null
      if (done === 0) toast.error(all ?? t('delete.failed', { detail: detailOf(failures[0]?.failure) }))
      else toast.success(all ?? t('delete.done'))
    },
    [t],
  )

  const remove = useCallback(
    (...asked: string[]) => {
      const ids = asked.filter((id) => !going.current.has(id))
      if (ids.length === 0) return
      for (const id of ids) going.current.add(id)
      mark(ids, 'leaving')
      const slide = window.setTimeout(() => mark(ids, 'gone'), still ? 0 : deleteTimes.slideAfterMs)
      const later = window.setTimeout(() => void batch.send(), still ? 0 : deleteTimes.callAfterMs)
      const batch: Batch = {
        turns: null,
        send: async () => {
          if (batch.turns) return
          window.clearTimeout(slide)
          window.clearTimeout(later)
          batch.turns = inTurns(ids, async (id) => {
            await call(routes.deleteDocument, { id }, { keepalive: true })
            changeKept(queryClient, (documents) => documents.filter((document) => document.id !== id))
          })
          tell(await batch.turns.done)
          batches.current.delete(batch)
          for (const id of ids) going.current.delete(id)
          mark(ids, null)
          void queryClient.invalidateQueries({ queryKey: documentKeys.all })
        },
      }
      batches.current.add(batch)
    },
    [mark, queryClient, still, tell],
  )

  useEffect(() => {
    const pending = batches.current
    const sendAll = () => {
      for (const batch of pending) void batch.send()
    }
    const leave = () => {
      sendAll()
      for (const batch of pending) batch.turns?.hurry()
    }
    window.addEventListener('pagehide', leave)
    return () => {
      sendAll()
      // The calls of a screen that was left go on, and the page may be closed while they do.
      void Promise.all([...pending].flatMap(({ turns }) => (turns ? [turns.done] : []))).then(() =>
        window.removeEventListener('pagehide', leave),
      )
    }
  }, [])

  return { leaving, remove }
}
