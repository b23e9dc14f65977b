import type { Document } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'

/** What was asked for, of which documents; one or several. */
export interface Asked {
  deed: 'delete' | 'reprocess'
  documents: readonly Document[]
}

interface ConfirmDeedProps {
  /** Null closes the dialog. */
  asked: Asked | null
  onConfirm: (asked: Asked) => void
  onClose: () => void
}

const wordsOf = {
  delete: { title: 'delete.title', text: 'delete.text', action: 'delete.action' },
  reprocess: { title: 'reprocess.title', text: 'reprocess.text', action: 'reprocess.action' },
} as const

/** Asks before documents are deleted or queued again: by name for one, by number for several. */
export function ConfirmDeed({ asked, onConfirm, onClose }: ConfirmDeedProps) {
  const { t } = useTranslation('documents')
  const deed = asked?.deed ?? 'delete'
  const words = wordsOf[deed]
  const documents = asked?.documents ?? []
  const [first] = documents
  const count = documents.length
  return (
    <ConfirmDialog
      opened={asked !== null}
      title={count > 1 ? t(`bulk.${deed}.title`, { count }) : t(words.title)}
      confirm={t(words.action)}
      destructive={deed === 'delete'}
      onConfirm={() => asked && onConfirm(asked)}
      onClose={onClose}
    >
      {count === 1 && (
        <p>
          <strong>{first?.original_filename}</strong>
        </p>
      )}
      <p>{count > 1 ? t(`bulk.${deed}.text`) : t(words.text)}</p>
    </ConfirmDialog>
  )
}
