import type { Document } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import classes from './assign.module.css'
import { AssignForm } from './assign-form.tsx'
import type { AssignmentOptions } from './assignment-options.ts'
import { OptionsFailed } from './choosers.tsx'
import { useAssignMany } from './use-assign.ts'

interface BulkAssignModalProps {
  opened: boolean
  documents: readonly Document[]
  people: AssignmentOptions
  onClose: () => void
  /** Some or all of them were assigned. */
  onDone: () => void
}

/** Assigns the selected documents to one student, or each to its own; their classes stay as they are. */
export function BulkAssignModal({ opened, documents, people, onClose, onDone }: BulkAssignModalProps) {
  const { t } = useTranslation('documents')
  const assignMany = useAssignMany()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('bulk.assign.title')} size="lg">
      <p className={classes.lead}>{t('bulk.assign.text')}</p>
      <AssignForm
        documents={documents}
        students={people.students}
        missingStudent={t('assign.missing.student')}
        onClose={onClose}
        save={async (assignments) => {
          const assigned = await assignMany(assignments)
          onClose()
          if (assigned.size > 0) onDone()
        }}
      >
        <OptionsFailed people={people} />
      </AssignForm>
    </Dialog>
  )
}
