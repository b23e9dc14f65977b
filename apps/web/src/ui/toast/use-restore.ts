import { binRoutes, type Restored } from '@penmark/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { runBatch } from '../../lib/call/batch.ts'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { type ToastAction, toast } from './toast.tsx'

/** Restores what was deleted, says what came of it, and loads everything shown again. */
export function useRestore() {
  const { t } = useTranslation('ui')
  const queryClient = useQueryClient()
  return useCallback(
    async (ids: readonly string[]) => {
      const restored: Restored[] = []
      const outcomes = await runBatch(ids, async (id) => {
        restored.push(await call(binRoutes.restoreBinItem, { id }))
      }).done
      const failures = outcomes.flatMap(({ failure }) => (failure === null ? [] : [failure]))
      const [only] = restored
      if (only === undefined) toast.error(t('restore.failed', { detail: detailOf(failures[0]) }))
      else if (ids.length > 1)
        toast.success(t('restore.several', { done: restored.length, failed: failures.length }))
      else if (only.changed.includes('class_name')) toast.success(t('restore.renamed', { name: only.name }))
      else if (only.changed.includes('external_student_id'))
        toast.success(t('restore.withoutExternalId', { name: only.name }))
      else toast.success(t('restore.done', { name: only.name }))
      await queryClient.invalidateQueries()
    },
    [queryClient, t],
  )
}

/** The button that undoes a deletion, for the message that says that these were deleted. */
export function useUndo(): (ids: readonly string[]) => ToastAction {
  const { t } = useTranslation('ui')
  const restore = useRestore()
  return useCallback((ids) => ({ label: t('undo'), run: () => void restore(ids) }), [restore, t])
}
