import { Button } from '@mantine/core'
import type { Document } from '@penmark/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import classes from './assign.module.css'
import type { AssignmentOptions } from './assignment-options.ts'
import { OptionsFailed, StudentChooser } from './choosers.tsx'
import { useAssignMany } from './use-assign.ts'

interface BulkAssignModalProps {
  opened: boolean
  documents: readonly Document[]
  people: AssignmentOptions
  onClose: () => void
  /** Some or all of them were assigned. */
  onDone: () => void
}

/** Assigns every selected document to one student; their classes stay as they are. */
export function BulkAssignModal({ opened, ...form }: BulkAssignModalProps) {
  const { t } = useTranslation('documents')
  return (
    <Dialog opened={opened} onClose={form.onClose} title={t('bulk.assign.title')}>
      <BulkAssignForm {...form} />
    </Dialog>
  )
}

function BulkAssignForm({ documents, people, onClose, onDone }: Omit<BulkAssignModalProps, 'opened'>) {
  const { t } = useTranslation(['documents', 'ui'])
  const assignMany = useAssignMany()
  const [student, setStudent] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const save = useMutation({
    mutationFn: (student_id: string) => assignMany(documents.map(({ id }) => ({ id, student_id }))),
    onSuccess: (assigned) => {
      onClose()
      if (assigned.size > 0) onDone()
    },
  })
  const submit = () => {
    setMissing(student === null)
    if (student !== null) save.mutate(student)
  }
  return (
    <>
      <p className={classes.lead}>{t('bulk.assign.text')}</p>
      <StudentChooser
        apart
        label={t('choose.student')}
        placeholder={t('choose.byName')}
        students={people.students}
        value={student}
        onChange={(id) => {
          setMissing(false)
          setStudent(id)
        }}
        error={missing ? t('assign.missing.student') : null}
      />
      <OptionsFailed people={people} />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
        <Button onClick={submit} loading={save.isPending}>
          {t('assign.action')}
        </Button>
      </DialogActions>
    </>
  )
}
