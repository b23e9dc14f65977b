import { type Document, teacherRoutes } from '@penmark/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { describeFailures, type Outcomes } from '../../../lib/call/batch.ts'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { useLeaving } from '../../../ui/table/use-leaving.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { documentKeys, updateCachedDocuments } from '../queries.ts'

/** Deletes documents, one call for each. With `nameOf`, several failures are listed by name and reason instead of only counted. */
export function useDeletions(nameOf?: (id: string) => string) {
  const { t } = useTranslation('documents')
  const queryClient = useQueryClient()
  const removeRow = useCallback(
    async (id: string) => {
      await call(teacherRoutes.deleteDocument, { id }, { keepalive: true })
      updateCachedDocuments(queryClient, (documents: Document[]) => documents.filter((document) => document.id !== id))
    },
    [queryClient],
  )
  const onDone = useCallback(
    (outcomes: Outcomes<string>) => {
      const failures = outcomes.filter(({ failure }) => failure !== null)
      const done = outcomes.length - failures.length
      const all = outcomes.length > 1 ? t('bulk.deleted', { done, failed: failures.length }) : null
      if (all !== null && nameOf && failures.length > 0) {
        if (done > 0) toast.success(all)
        toast.error(t('bulk.deleteFailed', { detail: describeFailures(failures, nameOf) }))
      } else if (done === 0) toast.error(all ?? t('delete.failed', { detail: detailOf(failures[0]?.failure) }))
      else toast.success(all ?? t('delete.done'))
      void queryClient.invalidateQueries({ queryKey: documentKeys.all })
    },
    [nameOf, queryClient, t],
  )
  return useLeaving({ removeRow, onDone })
}
