import { Problem, quickstartRedirectMs, teacherRoutes } from '@penmark/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { detailOf } from '../../../lib/call/failure.ts'
import { upload } from '../../../lib/call/upload.ts'
import { useOpenAssignPanel } from '../assign/uploads-to-assign.ts'
import { isArchive } from '../file-rules.ts'
import { documentKeys } from '../queries.ts'
import { announceSkipped } from './announce-skipped.ts'
import type { Upload } from './use-uploads.ts'

/** The state of files that are sent together. */
type Batch =
  | { state: 'choosing' }
  /** Share of all bytes sent, 0…1. */
  | { state: 'sending'; share: number }
  /** `count`: number of accepted files. */
  | { state: 'sent'; count: number }
  | { state: 'failed'; message: string }

/**
 * Sends files in one call. Soon after, navigates to the documents page, where several files can be assigned.
 */
export function useBatch(onLimit: (detail: string) => void) {
  const { t, i18n } = useTranslation('documents')
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const openAssignPanel = useOpenAssignPanel()
  const [batch, setBatch] = useState<Batch>({ state: 'choosing' })
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])

  const send = useCallback(
    async (files: readonly File[], writtenInClass: boolean) => {
      setBatch({ state: 'sending', share: 0 })
      try {
        const { total_files, documents, skipped } = await upload(
          teacherRoutes.uploadBatch,
          { files },
          { priority: 'NORMAL', ...(writtenInClass ? { written_in_class: true } : {}) },
          { onProgress: (share) => setBatch({ state: 'sending', share }) },
        )
        setBatch({ state: 'sent', count: total_files })
        announceSkipped(skipped, t, i18n)
        void queryClient.invalidateQueries({ queryKey: documentKeys.all })
        const archive = files.find(isArchive)?.name
        const openDocuments =
          files.length > 1 || archive !== undefined
            ? () =>
                openAssignPanel(
                  documents.map((each) => ({ ...each, ...(archive !== undefined && { archive }) })),
                )
            : () => void navigate('/documents')
        timer.current = window.setTimeout(openDocuments, quickstartRedirectMs)
      } catch (thrown) {
        setBatch({ state: 'failed', message: messageOf(thrown, t('quickstart.serverError')) })
        if (thrown instanceof Problem && thrown.code === 'allowance_exceeded') onLimit(thrown.message)
      }
    },
    [openAssignPanel, navigate, onLimit, queryClient, t, i18n],
  )
  const choose = useCallback(() => setBatch({ state: 'choosing' }), [])
  return { batch, send, choose }
}

/**
 * Why a batch was refused: one message for every server failure, a list of details as JSON, else the detail.
 */
function messageOf(thrown: unknown, serverError: string): string {
  if (!(thrown instanceof Problem)) return detailOf(thrown)
  if (thrown.code === 'unexpected') return serverError
  return thrown.fields ? JSON.stringify(thrown.fields) : thrown.message
}

/**
 * A line per file. The files of one call are sent in order, so the share of all bytes gives the progress of
 * each.
 */
export function progressOf(files: readonly File[], batch: Batch): Upload[] {
  const total = files.reduce((sum, { size }) => sum + size, 0)
  const share = batch.state === 'sending' ? batch.share : batch.state === 'sent' ? 1 : 0
  let before = 0
  return files.map(({ name, size }, key) => {
    const sent = size === 0 ? share : Math.min(1, Math.max(0, (share * total - before) / size))
    before += size
    return { key, name, share: sent, state: stateOf(batch, sent), detail: null }
  })
}

function stateOf({ state }: Batch, sent: number): Upload['state'] {
  if (state === 'sent') return 'sent'
  if (state === 'failed') return 'failed'
  return sent > 0 ? 'sending' : 'waiting'
}
