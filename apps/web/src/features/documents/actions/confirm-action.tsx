import type { Document } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'

/** An action waiting for confirmation, and the documents it affects. */
export interface PendingAction {
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

/** Confirms before documents are deleted, reprocessed or marked, naming a single document and counting several. */
export function ConfirmAction({ pending, onConfirm, onClose }: ConfirmActionProps) {
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
      <p>{count > 1 ? t(`bulk.${action}.text`) : t(keys.text)}</p>
    </ConfirmDialog>
  )
}
