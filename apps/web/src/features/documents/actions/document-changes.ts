import { type Document, Problem, reprocessTimes, teacherRoutes } from '@penmark/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeFailures, type Outcomes, runBatch } from '../../../lib/call/batch.ts'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { useRowRemoval } from '../../../ui/table/use-row-removal.ts'
import { toast } from '../../../ui/toast/toast.tsx'
import { useUndo } from '../../../ui/toast/use-restore.ts'
import { documentKeys, removeCachedDocument, updateCachedDocuments } from '../queries.ts'

export type ReprocessMark = 'started' | 'failed'

/**
 * By the code, because the message may be in the reader’s language; or by the message, whatever its code. No
 * other message of the server contains these words.
 */
const isOverLimit = (failure: unknown) =>
  failure instanceof Problem &&
  (failure.code === 'allowance_exceeded' || /limit|exceeded/i.test(failure.message))

/** Requeues documents. Each row shows QUEUED at once; the list is reloaded a little later. */
export function useReprocess(onLimit: (detail: string) => void) {
  const { t } = useTranslation('documents')
  const queryClient = useQueryClient()
  const [marks, setMarks] = useState<ReadonlyMap<string, ReprocessMark>>(new Map())
  const timers = useRef(new Set<number>())

  const after = useCallback((ms: number, callback: () => void) => {
    const timer = window.setTimeout(() => {
      timers.current.delete(timer)
      callback()
    }, ms)
    timers.current.add(timer)
  }, [])
  useEffect(() => {
    const pending = timers.current
    return () => {
      for (const timer of pending) window.clearTimeout(timer)
    }
  }, [])

  const mark = useCallback((ids: readonly string[], value: ReprocessMark | null) => {
    setMarks((before) => {
      const next = new Map(before)
      for (const id of ids) {
        if (value === null) next.delete(id)
        else next.set(id, value)
      }
      return next
    })
  }, [])

  const showOutcomes = useCallback(
    (outcomes: Outcomes<string>) => {
      const failed = outcomes.map(({ failure }) => failure).filter((failure) => failure !== null)
      const failures = failed.map(detailOf)
      const done = outcomes.length - failures.length
      const overLimit = failed.filter(isOverLimit).map(detailOf)[0]
      if (overLimit !== undefined) onLimit(overLimit)
      const all = outcomes.length > 1 ? t('bulk.reprocessed', { done, failed: failures.length }) : null
      if (done > 0) toast.success(all ?? t('reprocess.done'))
      else if (all !== null) toast.error(all)
      else if (overLimit === undefined) toast.error(t('reprocess.failed', { detail: failures[0] ?? '' }))
    },
    [onLimit, t],
  )

  const reprocess = useCallback(
    async (...ids: string[]) => {
      mark(ids, 'started')
      const outcomes = await runBatch(ids, async (id) => {
        try {
          await call(teacherRoutes.reprocessDocument, { id })
          updateCachedDocuments(queryClient, (documents) =>
            documents.map((document) =>
              document.id === id ? { ...document, status: 'QUEUED', status_reason: null } : document,
            ),
          )
        } catch (thrown) {
          mark([id], 'failed')
          after(reprocessTimes.failedBadgeMs, () => mark([id], null))
          throw thrown
        }
      }).done
      const started = outcomes.filter(({ failure }) => failure === null).map(({ item }) => item)
      if (started.length > 0) {
        after(reprocessTimes.reloadAfterMs, () => {
          mark(started, null)
          void queryClient.invalidateQueries({ queryKey: documentKeys.all })
        })
      }
      showOutcomes(outcomes)
    },
    [after, mark, queryClient, showOutcomes],
  )
  return { marks, reprocess }
}

/** Marks documents as written in class, or removes the mark, one call for each. */
export function useWrittenInClass() {
  const { t } = useTranslation('documents')
  const queryClient = useQueryClient()
  return useCallback(
    async (documents: readonly Pick<Document, 'id'>[], written_in_class: boolean) => {
      const outcomes = await runBatch(documents, ({ id }) =>
        call(teacherRoutes.markWrittenInClass, { id, written_in_class }),
      ).done
      const failures = outcomes.flatMap(({ failure }) => (failure === null ? [] : [failure]))
      const marked = new Map(
        outcomes.filter(({ failure }) => failure === null).map(({ item }) => [item.id, written_in_class]),
      )
      updateCachedDocuments(queryClient, (listed) =>
        listed.map((document) => ({
          ...document,
          written_in_class: marked.get(document.id) ?? document.written_in_class,
        })),
      )
      const done = marked.size
      if (done === 0) toast.error(t('mark.failed', { detail: detailOf(failures[0]) }))
      else if (documents.length > 1) toast.success(t('bulk.marked', { done, failed: failures.length }))
      else toast.success(t(written_in_class ? 'mark.done' : 'unmark.done'))
      await queryClient.invalidateQueries({ queryKey: documentKeys.all })
    },
    [queryClient, t],
  )
}

/**
 * Deletes documents, one call for each, and offers to undo it. With `nameOf`, several failures are listed by
 * name and reason instead of only counted.
 */
export function useDeletions(nameOf?: (id: string) => string) {
  const { t } = useTranslation('documents')
  const queryClient = useQueryClient()
  const undo = useUndo()
  const removeRow = useCallback(
    async (id: string) => {
      await call(teacherRoutes.deleteDocument, { id }, { keepalive: true })
      await removeCachedDocument(queryClient, id)
    },
    [queryClient],
  )
  const onDone = useCallback(
    (outcomes: Outcomes<string>) => {
      const failures = outcomes.filter(({ failure }) => failure !== null)
      const deleted = outcomes.filter(({ failure }) => failure === null).map(({ item }) => item)
      const done = deleted.length
      const all = outcomes.length > 1 ? t('bulk.deleted', { done, failed: failures.length }) : null
      if (all !== null && nameOf && failures.length > 0) {
        if (done > 0) toast.successWith(all, undo(deleted))
        toast.error(t('bulk.deleteFailed', { detail: describeFailures(failures, nameOf) }))
      } else if (done === 0)
        toast.error(all ?? t('delete.failed', { detail: detailOf(failures[0]?.failure) }))
      else toast.successWith(all ?? t('delete.done'), undo(deleted))
      void queryClient.invalidateQueries({ queryKey: documentKeys.all })
    },
    [nameOf, queryClient, t, undo],
  )
  return useRowRemoval({ removeRow, onDone })
}
