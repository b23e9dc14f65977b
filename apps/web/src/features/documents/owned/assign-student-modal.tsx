import type { Document, Student } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import classes from '../assign/assign.module.css'
import { AssignForm } from '../assign/assign-form.tsx'
import { type Assignment, useAssignMany } from '../assign/use-assign.ts'

interface AssignStudentModalProps {
  /** Null closes the dialog. */
  documents: readonly Document[] | null
  /** The students of the class. */
  members: readonly Student[]
  nameOf: (id: string) => string
  onClose: () => void
  /** Some or all of them were assigned. */
  onDone: () => void
}

/** Assigns documents of a class to its students; a single one can also be unassigned. */
export function AssignStudentModal({ documents, members, nameOf, onClose, onDone }: AssignStudentModalProps) {
  const { t } = useTranslation('documents')
  const assignMany = useAssignMany(nameOf)
  const save = async (assignments: readonly Assignment[]) => {
    const assigned = await assignMany(assignments)
    if (assigned.size === 0) return
    onClose()
    onDone()
  }
  const isSingle = documents?.length === 1
  return (
    <Dialog opened={documents !== null} onClose={onClose} title={t('assign.studentTitle')} size={isSingle ? 'md' : 'lg'}>
      {documents && (
        <>
          <p className={classes.name}>{isSingle ? documents[0]?.original_filename : t('assign.several', { count: documents.length })}</p>
          <AssignForm
            documents={documents}
            students={members}
            missingStudent={t('assign.missing.any')}
            mayUnassign
            save={save}
            onClose={onClose}
          />
        </>
      )}
    </Dialog>
  )
}
