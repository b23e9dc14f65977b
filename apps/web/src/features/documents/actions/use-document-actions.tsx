import { Button } from '@mantine/core'
import { binKeepDays, type Document } from '@penmark/contract'
import { IconRefresh, IconTrash, IconUserPlus, IconWriting, IconWritingOff } from '@tabler/icons-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx'
import type { RemovalState } from '../../../ui/table/use-row-removal.ts'
import { toast } from '../../../ui/toast/toast.tsx'
import { reprocessable } from '../status.ts'
import { useDeletions, useReprocess, useWrittenInClass } from './document-changes.ts'

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

/**
 * Everything that can be done with a list of documents: per row, with a selection, and the dialog that
 * confirms it.
 */
export function useDocumentActions({
  documents,
  onLimit,
  onAssign,
  onAssignSelected = onAssign,
  nameOf,
}: DocumentActionsOptions) {
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
      onMark: (document: Document) =>
        setPending({ action: document.written_in_class ? 'unmark' : 'mark', documents: [document] }),
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
    const reprocessableDocuments = reprocessable(chosen)
    if (reprocessableDocuments.length > 0)
      setPending({ action: 'reprocess', documents: reprocessableDocuments })
    else toast.error(t('bulk.reprocess.running'))
  }
  const bulkActions: ReactNode = (
    <BulkActions
      documents={chosen}
      onAssign={() => onAssignSelected?.(chosen)}
      onReprocess={reprocessSelected}
      onMark={(isWritten) =>
        setPending({
          action: isWritten ? 'mark' : 'unmark',
          documents: chosen.filter(({ written_in_class }) => written_in_class !== isWritten),
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

interface BulkActionsProps {
  documents: readonly Document[]
  onAssign: () => void
  onReprocess: () => void
  /** Marks all of them as written in class, or removes the mark if all have it. */
  onMark: (isWritten: boolean) => void
  onDelete: () => void
}

/** The actions for a selection. Reprocess needs at least one document that is not completed. */
function BulkActions({ documents, onAssign, onReprocess, onMark, onDelete }: BulkActionsProps) {
  const { t } = useTranslation('documents')
  const areMarked = documents.every(({ written_in_class }) => written_in_class)
  const buttonStyle = { size: 'compact-sm', variant: 'default' } as const
  return (
    <>
      <Button {...buttonStyle} onClick={onAssign} leftSection={<IconUserPlus size={16} aria-hidden="true" />}>
        {t('assign.action')}
      </Button>
      <Button
        {...buttonStyle}
        onClick={onReprocess}
        disabled={documents.every(({ status }) => status === 'COMPLETED')}
        leftSection={<IconRefresh size={16} aria-hidden="true" />}
      >
        {t('reprocess.action')}
      </Button>
      <Button
        {...buttonStyle}
        onClick={() => onMark(!areMarked)}
        leftSection={
          areMarked ? (
            <IconWritingOff size={16} aria-hidden="true" />
          ) : (
            <IconWriting size={16} aria-hidden="true" />
          )
        }
      >
        {t(areMarked ? 'unmark.action' : 'mark.action')}
      </Button>
      <Button {...buttonStyle} onClick={onDelete} leftSection={<IconTrash size={16} aria-hidden="true" />}>
        {t('delete.action')}
      </Button>
    </>
  )
}

/**
 * The selected documents. Only those that the filter shows count, so that no action reaches a hidden
 * document.
 */
function useSelection(documents: readonly Document[], leaving: ReadonlyMap<string, RemovalState>) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const chosen = useMemo(
    () => (selected.size === 0 ? [] : documents.filter(({ id }) => selected.has(id) && !leaving.has(id))),
    [documents, leaving, selected],
  )
  const clear = useCallback(() => setSelected(new Set()), [])
  return { selected, setSelected, chosen, clear }
}

/** An action waiting for confirmation, and the documents it affects. */
interface PendingAction {
  action: 'delete' | 'reprocess' | 'mark' | 'unmark'
  documents: readonly Document[]
}

interface ConfirmActionProps {
  /** Null closes the dialog. */
  pending: PendingAction | null
  onConfirm: (pending: PendingAction) => void
  onClose: () => void
}

const messageKeys = {
  delete: { title: 'delete.title', text: 'delete.text', action: 'delete.action' },
  reprocess: { title: 'reprocess.title', text: 'reprocess.text', action: 'reprocess.action' },
  mark: { title: 'mark.title', text: 'mark.text', action: 'mark.action' },
  unmark: { title: 'unmark.title', text: 'unmark.text', action: 'unmark.action' },
} as const

/**
 * Confirms before documents are deleted, reprocessed or marked, naming a single document and counting
 * several.
 */
function ConfirmAction({ pending, onConfirm, onClose }: ConfirmActionProps) {
  const { t } = useTranslation('documents')
  const action = pending?.action ?? 'delete'
  const keys = messageKeys[action]
  const documents = pending?.documents ?? []
  const [first] = documents
  const count = documents.length
  return (
    <ConfirmDialog
      opened={pending !== null}
      title={count > 1 ? t(`bulk.${action}.title`, { count }) : t(keys.title)}
      confirm={t(keys.action)}
      destructive={action === 'delete'}
      onConfirm={() => pending && onConfirm(pending)}
      onClose={onClose}
    >
      {count === 1 && (
        <p>
          <strong>{first?.original_filename}</strong>
        </p>
      )}
      <p>
        {count > 1 ? t(`bulk.${action}.text`, { days: binKeepDays }) : t(keys.text, { days: binKeepDays })}
      </p>
    </ConfirmDialog>
  )
}
