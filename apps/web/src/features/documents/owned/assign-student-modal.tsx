import { Button } from '@mantine/core'
import type { Document, Student } from '@penmark/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import classes from '../assign/assign.module.css'
import { StudentChooser } from '../assign/choosers.tsx'
import { useAssignMany } from '../assign/use-assign.ts'

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

/** Assigns documents of a class to one of its students; a single one that has a student can be given back to nobody. */
export function AssignStudentModal({ documents, ...form }: AssignStudentModalProps) {
  const { t } = useTranslation('documents')
  return (
    <Dialog opened={documents !== null} onClose={form.onClose} title={t('assign.studentTitle')}>
      {documents && <AssignStudentForm documents={documents} {...form} />}
    </Dialog>
  )
}

function AssignStudentForm({ documents, members, nameOf, onClose, onDone }: AssignStudentModalProps & { documents: readonly Document[] }) {
  const { t } = useTranslation(['documents', 'ui'])
  const assignMany = useAssignMany(nameOf)
  const [single] = documents.length === 1 ? documents : []
  const [student, setStudent] = useState<string | null>(single?.student_id ?? null)
  const [missing, setMissing] = useState(false)
  const save = useMutation({
    mutationFn: (student_id: string | null) => assignMany(documents.map(({ id }) => ({ id, student_id }))),
    onSuccess: (assigned) => {
      if (assigned.size === 0) return
      onClose()
      onDone()
    },
  })
  const submit = () => {
    setMissing(student === null)
    if (student !== null) save.mutate(student)
  }
  return (
    <>
      <p className={classes.name}>{single ? single.original_filename : t('assign.several', { count: documents.length })}</p>
      <StudentChooser
        apart
        label={t('choose.student')}
        placeholder={t('choose.byName')}
        students={members}
        value={student}
        onChange={(id) => {
          setMissing(false)
          setStudent(id)
        }}
        error={missing ? t('assign.missing.any') : null}
      />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
        {single && single.student_id !== null && (
          <Button variant="default" onClick={() => save.mutate(null)} disabled={save.isPending}>
            {t('assign.unassign')}
          </Button>
        )}
        <Button onClick={submit} loading={save.isPending}>
          {t('assign.action')}
        </Button>
      </DialogActions>
    </>
  )
}
