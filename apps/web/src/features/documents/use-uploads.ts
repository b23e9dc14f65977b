import { type Document, Problem, routes } from '@penmark/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useReducer, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../lib/call/failure.ts'
import { upload } from '../../lib/call/upload.ts'
import { toast } from '../../ui/toast/toast.ts'
import { documentKeys } from './queries.ts'

export interface Upload {
  key: number
  name: string
  state: 'waiting' | 'sending' | 'sent' | 'failed' | 'stopped'
  /** Share of bytes sent, 0…1. */
  share: number
  detail: string | null
}

type Change = { add: Upload[] } | { key: number; change: Partial<Upload> } | { stop: true } | { clear: true }

function reduce(uploads: Upload[], change: Change): Upload[] {
  if ('add' in change) return change.add
  if ('clear' in change) return []
  if ('stop' in change) return uploads.map((each) => (each.state === 'waiting' ? { ...each, state: 'stopped' } : each))
  return uploads.map((each) => (each.key === change.key ? { ...each, ...change.change } : each))
}

interface Told {
  onLimit: (detail: string) => void
  /** Those of several files that arrived. */
  onSeveral?: ((documents: readonly Document[]) => void) | undefined
}

/** Sends files one after the other, each with its own progress; an exceeded allowance stops what is left. */
export function useUploads({ onLimit, onSeveral }: Told) {
  const { t } = useTranslation('documents')
  const queryClient = useQueryClient()
  const [uploads, dispatch] = useReducer(reduce, [])
  const nextKey = useRef(0)

  const tellOutcome = useCallback(
    (sent: number, total: number, lastFailure: string | null) => {
      const failed = total - sent
      if (failed === 0) toast.success(total === 1 ? t('upload.sent') : t('upload.allSent', { count: sent }))
      else if (total === 1) toast.error(lastFailure ?? t('upload.failed'))
      else toast.error(t('upload.partlySent', { sent, total, failed }))
    },
    [t],
  )

  const start = useCallback(
    async (files: readonly File[]) => {
      const queue = files.map((file) => ({ key: nextKey.current++, file }))
      dispatch({ add: queue.map(({ key, file }) => ({ key, name: file.name, state: 'waiting', share: 0, detail: null })) })
      const sent: Document[] = []
      const tellSeveral = () => {
        if (queue.length > 1 && sent.length > 0) onSeveral?.(sent)
      }
      let lastFailure: string | null = null
      for (const { key, file } of queue) {
        dispatch({ key, change: { state: 'sending' } })
        try {
          sent.push(
            await upload(routes.uploadDocument, { file: [file] }, {}, { onProgress: (share) => dispatch({ key, change: { share } }) }),
          )
          dispatch({ key, change: { state: 'sent', share: 1 } })
          void queryClient.invalidateQueries({ queryKey: documentKeys.all })
        } catch (thrown) {
          const detail = detailOf(thrown)
          lastFailure = t('upload.failedFor', { name: file.name, detail })
          dispatch({ key, change: { state: 'failed', detail } })
          if (thrown instanceof Problem && thrown.code === 'allowance_exceeded') {
            dispatch({ stop: true })
            tellSeveral()
            onLimit(detail)
            return
          }
        }
      }
      tellSeveral()
      tellOutcome(sent.length, queue.length, lastFailure)
    },
    [onLimit, onSeveral, queryClient, t, tellOutcome],
  )

  const clear = useCallback(() => dispatch({ clear: true }), [])
  const busy = uploads.some(({ state }) => state === 'sending' || state === 'waiting')
  return { uploads, busy, start, clear }
}
