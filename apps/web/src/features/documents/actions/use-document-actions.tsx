import { type Document, teacherRoutes } from '@penmark/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeFailures, type Outcomes, runBatch } from '../../../lib/call/batch.ts'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { useLeaving } from '../../../ui/table/use-leaving.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { documentKeys, updateCachedDocuments } from '../queries.ts'
import { reprocessable } from '../status.ts'
import { BulkActions, useSelection } from './bulk-actions.tsx'
import { ConfirmAction, type PendingAction } from './confirm-action.tsx'
import { useReprocess } from './use-reprocess.ts'

/** Marks documents as written in class, or removes the mark, one call for each. */
function useWrittenInClass() {
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

interface DocumentActionsOptions {
  documents: readonly Document[]
  onLimit: (detail: string) => void
  /** Opens the dialog that assigns documents; without it neither rows nor selections offer it. */
  onAssign?: ((documents: readonly Document[]) => void) | undefined
  onAssignSelected?: ((documents: readonly Document[]) => void) | undefined
  /** A document's name in an error message. */
  nameOf?: (id: string) => string
}

const rowName = ({ original_filename }: Document) => original_filename

/** Everything that can be done with a list of documents: per row, with a selection, and the dialog that confirms it. */
export function useDocumentActions({ documents, onLimit, onAssign, onAssignSelected = onAssign, nameOf }: DocumentActionsOptions) {
  const { t } = useTranslation('documents')
  const [pending, setPending] = useState<PendingAction | null>(null)
  const { leaving, remove } = useDeletions(nameOf)
  const { marks, reprocess } = useReprocess(onLimit)
  const markWrittenInClass = useWrittenInClass()
  const { selected, setSelected, chosen, clear } = useSelection(documents, leaving)
  const handlers = useMemo(
    () => ({
      ...(onAssign ? { onAssign: (document: Document) => onAssign([document]) } : {}),
      onDelete: (document: Document) => setPending({ action: 'delete', documents: [document] }),
      onReprocess: (document: Document) => setPending({ action: 'reprocess', documents: [document] }),
      onMark: (document: Document) => setPending({ action: document.written_in_class ? 'unmark' : 'mark', documents: [document] }),
    }),
    [onAssign],
  )
  const close = useCallback(() => setPending(null), [])
  const confirm = ({ action, documents: affected }: PendingAction) => {
    const ids = affected.map(({ id }) => id)
    setPending(null)
    if (affected.length > 1) clear()
    if (action === 'delete') remove(...ids)
    else if (action === 'reprocess') void reprocess(...ids)
    else void markWrittenInClass(affected, action === 'mark')
  }
  const reprocessSelected = () => {
    const again = reprocessable(chosen)
    if (again.length > 0) setPending({ action: 'reprocess', documents: again })
    else toast.error(t('bulk.reprocess.running'))
  }
  const bulkActions: ReactNode = (
    <BulkActions
      documents={chosen}
      onAssign={() => onAssignSelected?.(chosen)}
      onReprocess={reprocessSelected}
      onMark={(written) =>
        setPending({
          action: written ? 'mark' : 'unmark',
          documents: chosen.filter(({ written_in_class }) => written_in_class !== written),
        })
      }
      onDelete={() => setPending({ action: 'delete', documents: chosen })}
    />
  )
  return {
    /** What each row offers, and how it looks while an action runs. */
    rows: { handlers, leaving, marks },
    select: setSelected,
    selection: { selected, onChange: setSelected, rowName, actions: bulkActions },
    chosen,
    clearSelection: clear,
    confirmation: <ConfirmAction pending={pending} onConfirm={confirm} onClose={close} />,
  }
}

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
