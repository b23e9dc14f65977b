import { Button, Radio } from '@mantine/core'
import { type Document, teacherRoutes } from '@penmark/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import { toast } from '../../../ui/toast/toast.tsx'
import { documentKeys } from '../queries.ts'
import classes from './assign.module.css'
import {
  type Assignee,
  isAssigned,
  type Mode,
  matchingClasses,
  matchingStudents,
  modeOf,
  modes,
  validAssignee,
  withClass,
  withStudent,
} from './assignee.ts'
import { type AssignmentOptions, ClassChooser, OptionsFailed, StudentChooser } from './choosers.tsx'

interface AssignModalProps {
  /** Null closes the dialog. */
  document: Document | null
  people: AssignmentOptions
  onClose: () => void
}

/** Assigns one document: to nobody, a student, a class, or a student in a class. */
export function AssignModal({ document, people, onClose }: AssignModalProps) {
  const { t } = useTranslation('documents')
  return (
    <Dialog opened={document !== null} onClose={onClose} title={t('assign.title')}>
      {document && <AssignForm key={document.id} document={document} people={people} onClose={onClose} />}
    </Dialog>
  )
}

function AssignForm({ document, people, onClose }: AssignModalProps & { document: Document }) {
  const { t } = useTranslation(['documents', 'ui'])
  const queryClient = useQueryClient()
  const [mode, setMode] = useState<Mode | null>(() => (isAssigned(document) ? modeOf(document) : null))
  const [assignee, setAssignee] = useState<Assignee>({
    student_id: document.student_id,
    class_group_id: document.class_group_id,
  })
  const [missing, setMissing] = useState(false)
  const save = useMutation({
    mutationFn: (chosen: Assignee) => call(teacherRoutes.assignDocument, { id: document.id, ...chosen }),
    onSuccess: () => {
      onClose()
      toast.success(t('assign.done'))
      return queryClient.invalidateQueries({ queryKey: documentKeys.all })
    },
  })
  const change = (next: Assignee) => {
    setMissing(false)
    setAssignee(next)
  }
  const submit = () => {
    const chosen = mode && validAssignee(mode, assignee)
    setMissing(chosen === null)
    if (chosen) save.mutate(chosen)
  }
  const both = mode === 'class_student'
  const failure =
    missing && mode !== 'none'
      ? t(`assign.missing.${mode ?? 'mode'}`)
      : save.isError
        ? t('assign.failed', { detail: detailOf(save.error) })
        : null
  return (
    <>
      <p className={classes.name}>{document.original_filename}</p>
      <Radio.Group
        label={t('assign.mode')}
        value={mode}
        onChange={(value) => {
          setMissing(false)
          setMode(value as Mode)
        }}
      >
        <div className={classes.modes}>
          {modes.map((option) => (
            <Radio key={option} value={option} label={t(`assign.mode.${option}`)} />
          ))}
        </div>
      </Radio.Group>
      <div className={classes.choosers}>
        {(mode === 'class' || both) && (
          <ClassChooser
            withinPortal
            label={t('choose.class')}
            placeholder={t('choose.byName')}
            classes={both ? matchingClasses(assignee, people.classes, people.students) : people.classes}
            value={assignee.class_group_id}
            onChange={(id) =>
              change(both ? withClass(assignee, id, people.students) : { ...assignee, class_group_id: id })
            }
          />
        )}
        {(mode === 'student' || both) && (
          <StudentChooser
            withinPortal
            label={t('choose.student')}
            placeholder={t('choose.byName')}
            students={both ? matchingStudents(assignee, people.students) : people.students}
            value={assignee.student_id}
            onChange={(id) =>
              change(both ? withStudent(assignee, id, people.students) : { ...assignee, student_id: id })
            }
          />
        )}
      </div>
      <OptionsFailed people={people} />
      <div role="alert" className={classes.failure}>
        {failure}
      </div>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
        <Button onClick={submit} loading={save.isPending}>
          {mode === 'none' ? t('assign.unassign') : t('assign.action')}
        </Button>
      </DialogActions>
    </>
  )
}
