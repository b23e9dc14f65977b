import type { Student } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { studentName } from '../../lib/names/names.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useDocumentCount } from './queries.ts'

interface ConfirmDeleteProps {
  /** Null closes the dialog. */
  student: Student | null
  onConfirm: (student: Student) => void
  onClose: () => void
}

/** Asks before a student is deleted, and says what is deleted with them and what stays. */
export function ConfirmDelete({ student, onConfirm, onClose }: ConfirmDeleteProps) {
  const { t } = useTranslation('students')
  const documents = useDocumentCount(student)
  const inClasses = student?.class_group_ids.length ?? 0
  return (
    <ConfirmDialog
      opened={student !== null}
      title={t('delete.title')}
      confirm={t('delete.action')}
      destructive
      onConfirm={() => student && onConfirm(student)}
      onClose={onClose}
    >
      <p>
        <strong>{student && studentName(student)}</strong>
      </p>
      <p>
        {t('delete.text')} {inClasses > 0 && t('delete.classes', { count: inClasses })}{' '}
        {documents === undefined
          ? t('delete.documentsStay')
          : t(documents === 0 ? 'delete.noDocuments' : 'delete.documents', { count: documents })}
      </p>
    </ConfirmDialog>
  )
}
