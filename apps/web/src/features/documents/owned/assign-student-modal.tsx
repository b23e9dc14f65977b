import { Button } from '@mantine/core'
import type { Document, Student } from '@penmark/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import classes from '../assign/assign.module.css'
import { AssignSeveral } from '../assign/assign-several.tsx'
import { StudentChooser } from '../assign/choosers.tsx'
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
  const [first, ...others] = documents ?? []
  return (
    <Dialog opened={documents !== null} onClose={onClose} title={t('assign.studentTitle')} size={others.length > 0 ? 'lg' : 'md'}>
      {first && others.length === 0 && <AssignOne document={first} members={members} save={save} onClose={onClose} />}
      {documents && others.length > 0 && (
        <>
          <p className={classes.name}>{t('assign.several', { count: documents.length })}</p>
          <AssignSeveral documents={documents} students={members} missingStudent={t('assign.missing.any')} save={save} onClose={onClose} />
        </>
      )}
    </Dialog>
  )
}

interface AssignOneProps extends Pick<AssignStudentModalProps, 'members' | 'onClose'> {
  document: Document
  save: (assignments: readonly Assignment[]) => Promise<void>
}

function AssignOne({ document: { id, original_filename, student_id }, members, save, onClose }: AssignOneProps) {
  const { t } = useTranslation(['documents', 'ui'])
  const [student, setStudent] = useState<string | null>(student_id)
  const [missing, setMissing] = useState(false)
  const saving = useMutation({ mutationFn: (chosen: string | null) => save([{ id, student_id: chosen }]) })
  const submit = () => {
    setMissing(student === null)
    if (student !== null) saving.mutate(student)
  }
  return (
    <>
      <p className={classes.name}>{original_filename}</p>
      <StudentChooser
        apart
        label={t('choose.student')}
        placeholder={t('choose.byName')}
        students={members}
        value={student}
        onChange={(chosen) => {
          setMissing(false)
          setStudent(chosen)
        }}
        error={missing ? t('assign.missing.any') : null}
      />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
        {student_id !== null && (
          <Button variant="default" onClick={() => saving.mutate(null)} disabled={saving.isPending}>
            {t('assign.unassign')}
          </Button>
        )}
        <Button onClick={submit} loading={saving.isPending}>
          {t('assign.action')}
        </Button>
      </DialogActions>
    </>
  )
}
