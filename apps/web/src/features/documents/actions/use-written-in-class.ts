import { type Document, teacherRoutes } from '@penmark/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { runBatch } from '../../../lib/call/batch.ts'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { documentKeys, updateCachedDocuments } from '../queries.ts'

/** Marks documents as written in class, or removes the mark, one call for each. */
export function useWrittenInClass() {
  const { t } = useTranslation('documents')
  const queryClient = useQueryClient()
  return useCallback(
    async (documents: readonly Pick<Document, 'id'>[], written_in_class: boolean) => {
      const outcomes = await runBatch(documents, ({ id }) => call(teacherRoutes.markWrittenInClass, { id, written_in_class })).done
      const failures = outcomes.flatMap(({ failure }) => (failure === null ? [] : [failure]))
      const marked = new Map(outcomes.filter(({ failure }) => failure === null).map(({ item }) => [item.id, written_in_class]))
      updateCachedDocuments(queryClient, (listed) =>
        listed.map((document) => ({ ...document, written_in_class: marked.get(document.id) ?? document.written_in_class })),
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
