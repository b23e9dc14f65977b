import { Problem, quickstartRedirectMs, routes } from '@penmark/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { upload } from '../../../lib/call/upload.ts'
import { documentKeys } from '../queries.ts'
import { messageOf } from './message.ts'

/** What became of the files that were sent together. */
export type Batch =
  | { state: 'choosing' }
  /** Share of all bytes that were sent, 0…1. */
  | { state: 'sending'; share: number }
  | { state: 'sent' }
  | { state: 'failed'; message: string }

/** Sends files in one call, and leads to the documents a moment after they arrived. */
export function useBatch(onLimit: (detail: string) => void) {
  const { t } = useTranslation('documents')
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [batch, setBatch] = useState<Batch>({ state: 'choosing' })
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])

  const send = useCallback(
    async (files: readonly File[]) => {
      setBatch({ state: 'sending', share: 0 })
      try {
        await upload(
          routes.uploadBatch,
          { files },
          { priority: 'NORMAL' },
          { onProgress: (share) => setBatch({ state: 'sending', share }) },
        )
        setBatch({ state: 'sent' })
        void queryClient.invalidateQueries({ queryKey: documentKeys.all })
        timer.current = window.setTimeout(() => void navigate('/documents'), quickstartRedirectMs)
      } catch (thrown) {
        setBatch({ state: 'failed', message: messageOf(thrown, t('quickstart.serverError')) })
        if (thrown instanceof Problem && thrown.code === 'allowance_exceeded') onLimit(thrown.message)
      }
    },
    [navigate, onLimit, queryClient, t],
  )
  const choose = useCallback(() => setBatch({ state: 'choosing' }), [])
  return { batch, send, choose }
}
