import { type BatchUpload, type Document, Problem, teacherRoutes } from '@penmark/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useCallback, useReducer, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { upload } from '../../../lib/call/upload.ts'
import { toast } from '../../../ui/toast/toast.tsx'
import { type DocumentOwner, documentKeys } from '../queries.ts'
import { isArchive } from './file-rules.ts'

export type UploadedDocument = Pick<Document, 'id' | 'original_filename'>

export interface Upload {
  key: number
  name: string
  state: 'waiting' | 'sending' | 'sent' | 'failed' | 'stopped'
  /** Share of bytes sent, 0…1. */
  share: number
  detail: string | null
}

type Change = { add: Upload[] } | { key: number; change: Partial<Upload> } | { stop: true } | { clear: true }

function applyChange(uploads: Upload[], change: Change): Upload[] {
  if ('add' in change) return change.add
  if ('clear' in change) return []
  if ('stop' in change) return uploads.map((item) => (item.state === 'waiting' ? { ...item, state: 'stopped' } : item))
  return uploads.map((item) => (item.key === change.key ? { ...item, ...change.change } : item))
}

interface UploadsOptions {
  /** Whom every file is assigned to; an empty object for nobody. */
  owners?: DocumentOwner | undefined
  /** Marks every file as written in class. */
  writtenInClass?: boolean | undefined
  /** Pause between two files, in milliseconds. */
  pauseMs?: number | undefined
  onLimit: (detail: string) => void
  /** Called with the uploaded documents of several files, or of a ZIP. */
  onSeveral?: ((documents: readonly UploadedDocument[]) => void) | undefined
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const noOwner: DocumentOwner = {}

/** Sends files one after the other, each with its own progress; an exceeded allowance stops the rest. */
export function useUploads({ owners = noOwner, writtenInClass = false, pauseMs = 0, onLimit, onSeveral }: UploadsOptions) {
  const { t } = useTranslation('documents')
  const queryClient = useQueryClient()
  const [uploads, dispatch] = useReducer(applyChange, [])
  const nextKey = useRef(0)

  const showOutcome = useCallback(
    (sent: number, total: number, lastFailure: string | null) => {
      if (lastFailure === null) toast.success(total === 1 ? t('upload.sent') : t('upload.allSent', { count: sent }))
      else toast.error(lastFailure)
      if (lastFailure !== null && total > 1) toast.error(t('upload.partlySent', { sent, total, failed: total - sent }))
    },
    [t],
  )

  const start = useCallback(
    async (files: readonly File[]) => {
      const queue = files.map((file) => ({ key: nextKey.current++, file }))
      dispatch({ add: queue.map(({ key, file }) => ({ key, name: file.name, state: 'waiting', share: 0, detail: null })) })
      const sent: UploadedDocument[] = []
      let failed = 0
      const hasSeveral = queue.length > 1 || files.some(isArchive)
      const reportUploaded = () => {
        if (hasSeveral && sent.length > 0) onSeveral?.(sent)
      }
      const fields = writtenInClass ? { ...owners, written_in_class: true } : owners
      const send = async (file: File, onProgress: (share: number) => void) => {
        if (!isArchive(file)) return void sent.push(await upload(teacherRoutes.uploadDocument, { file: [file] }, fields, { onProgress }))
        const { documents, skipped } = await upload(teacherRoutes.uploadBatch, { files: [file] }, fields, { onProgress })
        sent.push(...documents)
        announceSkipped(skipped, t)
      }
      let lastFailure: string | null = null
      for (const [index, { key, file }] of queue.entries()) {
        if (index > 0 && pauseMs > 0) await wait(pauseMs)
        dispatch({ key, change: { state: 'sending' } })
        try {
          await send(file, (share) => dispatch({ key, change: { share } }))
          dispatch({ key, change: { state: 'sent', share: 1 } })
          void queryClient.invalidateQueries({ queryKey: documentKeys.all })
        } catch (thrown) {
          const detail = detailOf(thrown)
          failed += 1
          lastFailure = queue.length === 1 ? t('upload.failed', { detail }) : t('upload.failedFor', { name: file.name, detail })
          const overLimit = thrown instanceof Problem && thrown.code === 'allowance_exceeded'
          // The class pages show this additional message (part 2, section 8).
          const message = overLimit && owners !== noOwner ? t('upload.overLimit', { detail }) : detail
          dispatch({ key, change: { state: 'failed', detail: message } })
          if (overLimit) {
            dispatch({ stop: true })
            reportUploaded()
            onLimit(detail)
            return
          }
        }
      }
      reportUploaded()
      showOutcome(sent.length, sent.length + failed, lastFailure)
    },
    [onLimit, onSeveral, owners, writtenInClass, pauseMs, queryClient, t, showOutcome],
  )

  const clear = useCallback(() => dispatch({ clear: true }), [])
  const busy = uploads.some(({ state }) => state === 'sending' || state === 'waiting')
  return { uploads, busy, start, clear }
}

/** More names than these are only counted. */
const maxNames = 5

/** Names the files of an upload that the server refused. */
export function announceSkipped(skipped: BatchUpload['skipped'], t: TFunction<'documents'>): void {
  if (skipped.length === 0) return
  const names = skipped.slice(0, maxNames).map(({ filename }) => filename)
  toast.error(t('upload.skipped', { count: skipped.length, names: [...names, ...(skipped.length > maxNames ? ['…'] : [])].join(', ') }))
}
