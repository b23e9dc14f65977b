import { Problem, pollEveryMs, teacherRoutes } from '@penmark/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { randomUuid } from '../../../lib/browser/random-uuid.ts'
import { runBatch } from '../../../lib/call/batch.ts'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { upload } from '../../../lib/call/upload.ts'
import { toast } from '../../../ui/toast/toast.tsx'
import { isArchive } from '../file-rules.ts'
import { type DocumentOwner, documentKeys } from '../queries.ts'
import type { UploadedDocument } from '../uploaded-document.ts'

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
  if ('stop' in change)
    return uploads.map((item) => (item.state === 'waiting' ? { ...item, state: 'stopped' } : item))
  return uploads.map((item) => (item.key === change.key ? { ...item, ...change.change } : item))
}

interface UploadsOptions {
  /** Whom every file is assigned to; an empty object for nobody. */
  owners?: DocumentOwner | undefined
  /** Pause between two files, in milliseconds. */
  pauseMs?: number | undefined
  onLimit: (detail: string) => void
  /** Shows a question about an archive; null takes it away. */
  show: (question: ReactNode) => void
  /** Called with the uploaded documents of several files, or of a ZIP. */
  onSeveral?: ((documents: readonly UploadedDocument[]) => void) | undefined
  /** Called with the ids of documents that were taken back. */
  onUndone?: ((ids: ReadonlySet<string>) => void) | undefined
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const noOwner: DocumentOwner = {}

/** What was chosen together, with the documents that it became. */
interface Run {
  files: ReadonlyMap<number, File>
  /** Makes several files one upload, whose texts are compared with each other. */
  batchId: string | null
  writtenInClass: boolean
  documents: UploadedDocument[]
  /** Keeps the next files from starting, and cuts off the present one. */
  stop: AbortController
  ended: Promise<void>
}

/** Sends files one after the other, each with its own progress; an exceeded allowance stops the rest. */
export function useUploads({
  owners = noOwner,
  pauseMs = 0,
  onLimit,
  show,
  onSeveral,
  onUndone,
}: UploadsOptions) {
  const { t, i18n } = useTranslation('documents')
  const queryClient = useQueryClient()
  const [uploads, dispatch] = useReducer(applyChange, [])
  const nextKey = useRef(0)
  const latest = useRef<Run>(null)
  const [refreshes, setRefreshes] = useState(0)

  const showOutcome = useCallback(
    (sent: number, total: number, lastFailure: string | null) => {
      if (lastFailure === null)
        toast.success(total === 1 ? t('upload.sent') : t('upload.allSent', { count: sent }))
      else toast.error(lastFailure)
      if (lastFailure !== null && total > 1)
        toast.error(t('upload.partlySent', { sent, total, failed: total - sent }))
    },
    [t],
  )

  /** Sends these files of a run. */
  const send = useCallback(
    async (run: Run, keys: readonly number[]) => {
      const { signal } = run.stop
      const fields = {
        ...owners,
        ...(run.writtenInClass && { written_in_class: true }),
        ...(run.batchId !== null && { batch_id: run.batchId }),
      }
      const sent: UploadedDocument[] = []
      const hasSeveral = run.files.size > 1 || [...run.files.values()].some(isArchive)
      const reportUploaded = () => {
        if (hasSeveral && sent.length > 0) onSeveral?.(sent)
      }
      const sendFile = async (
        file: File,
        onProgress: (share: number) => void,
      ): Promise<UploadedDocument[]> => {
        const cut = new AbortController()
        let share = 0
        // A file that has arrived as a whole may be a document already, so its answer is awaited.
        signal.addEventListener('abort', () => share < 1 && cut.abort(), { once: true })
        const options = {
          signal: cut.signal,
          onProgress: (now: number) => {
            share = now
            onProgress(now)
          },
        }
        if (!isArchive(file))
          return [await upload(teacherRoutes.uploadDocument, { file: [file] }, fields, options)]
        const { sendArchive } = await import('./send-archive.tsx')
        return sendArchive(file, fields, { ...options, show, t, locale: i18n })
      }
      // As often as lists ask by themselves: more would only keep the server from the next file.
      let refreshedAt = 0
      const refresh = () => {
        refreshedAt = Date.now()
        setRefreshes((running) => running + 1)
        void queryClient
          .invalidateQueries({ queryKey: documentKeys.all })
          .finally(() => setRefreshes((running) => running - 1))
      }
      let failed = 0
      let lastFailure: string | null = null
      for (const [index, key] of keys.entries()) {
        if (index > 0 && pauseMs > 0 && !signal.aborted) await wait(pauseMs)
        const file = run.files.get(key)
        if (!file || signal.aborted) break
        dispatch({ key, change: { state: 'sending', share: 0, detail: null } })
        try {
          const documents = await sendFile(file, (share) => dispatch({ key, change: { share } }))
          sent.push(...documents)
          run.documents.push(...documents)
          dispatch({ key, change: { state: 'sent', share: 1 } })
          if (Date.now() - refreshedAt >= pollEveryMs.documents) refresh()
        } catch (thrown) {
          if (signal.aborted) break
          const detail = detailOf(thrown)
          failed += 1
          lastFailure =
            run.files.size === 1
              ? t('upload.failed', { detail })
              : t('upload.failedFor', { name: file.name, detail })
          const overLimit = thrown instanceof Problem && thrown.code === 'allowance_exceeded'
          // The class pages show this additional message (part 2, section 8).
          const message = overLimit && owners !== noOwner ? t('upload.overLimit', { detail }) : detail
          dispatch({ key, change: { state: 'failed', detail: message } })
          if (overLimit) {
            dispatch({ stop: true })
            refresh()
            reportUploaded()
            onLimit(detail)
            return
          }
        }
      }
      if (signal.aborted) return
      refresh()
      reportUploaded()
      showOutcome(sent.length, sent.length + failed, lastFailure)
    },
    [show, onLimit, onSeveral, owners, pauseMs, queryClient, t, i18n, showOutcome],
  )

  const start = useCallback(
    (files: readonly File[], { writtenInClass }: { writtenInClass: boolean }) => {
      const queue = files.map((file) => [nextKey.current++, file] as const)
      dispatch({
        add: queue.map(([key, { name }]) => ({ key, name, state: 'waiting', share: 0, detail: null })),
      })
      const run: Run = {
        files: new Map(queue),
        batchId: files.length > 1 ? randomUuid() : null,
        writtenInClass,
        documents: [],
        stop: new AbortController(),
        ended: Promise.resolve(),
      }
      run.ended = send(run, [...run.files.keys()])
      latest.current = run
    },
    [send],
  )

  /** Sends a file again that failed or was never sent. */
  const retry = useCallback(
    (key: number) => {
      const run = latest.current
      if (run) run.ended = run.ended.then(() => send(run, [key]))
    },
    [send],
  )

  /** Stops what is still being sent and moves to the bin what was. */
  const undo = useCallback(async () => {
    const run = latest.current
    if (!run) return
    run.stop.abort()
    await run.ended
    latest.current = null
    const outcomes = await runBatch(run.documents, ({ id }) => call(teacherRoutes.deleteDocument, { id }))
      .done
    const undone = new Set(outcomes.filter(({ failure }) => failure === null).map(({ item }) => item.id))
    const failure = outcomes.find((outcome) => outcome.failure !== null)?.failure
    if (failure === undefined) {
      dispatch({ clear: true })
      toast.success(undone.size === 0 ? t('upload.stopped') : t('upload.undone', { count: undone.size }))
    } else toast.error(t('upload.notUndone', { detail: detailOf(failure) }))
    onUndone?.(undone)
    void queryClient.invalidateQueries({ queryKey: documentKeys.all })
  }, [onUndone, queryClient, t])

  const clear = useCallback(() => dispatch({ clear: true }), [])
  const busy = uploads.some(({ state }) => state === 'sending' || state === 'waiting')
  /** Until what was sent is listed. */
  const arriving = busy || refreshes > 0
  return { uploads, busy, arriving, start, retry, undo, clear }
}
