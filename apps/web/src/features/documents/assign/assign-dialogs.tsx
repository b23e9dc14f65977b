import { Button, Radio } from '@mantine/core'
import { type Document, type Student, uploadLimits } from '@penmark/contract'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import classes from './assign.module.css'
import { type AssignmentOptions, OptionsFailed, StudentChooser } from './choosers.tsx'
import { matchStudents } from './match-names.ts'
import { SuggestionReason } from './suggestion-reason.tsx'
import { type Assignment, useAssignMany } from './use-assign.ts'

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
    <Dialog
      opened={documents !== null}
      onClose={onClose}
      title={t('assign.studentTitle')}
      size={isSingle ? 'md' : 'lg'}
    >
      {documents && (
        <>
          <p className={classes.name}>
            {isSingle ? documents[0]?.original_filename : t('assign.several', { count: documents.length })}
          </p>
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

interface AssignFormProps {
  documents: readonly Document[]
  students: readonly Student[]
  /** Shown if no student is chosen. */
  missingStudent: string
  /** Whether a single document shows its present student, who can be removed. */
  mayUnassign?: boolean
  save: (assignments: { id: string; student_id: string | null }[]) => Promise<void>
  onClose: () => void
  children?: ReactNode
}

/** A table with more rows would be slow, and nobody would read it. */
const maxRows = uploadLimits.filesPerBatch

/** Assigns documents to one student, or each to its own; students named by the files are suggested. */
function AssignForm({
  documents,
  students,
  missingStudent,
  mayUnassign = false,
  save,
  onClose,
  children,
}: AssignFormProps) {
  const { t } = useTranslation(['documents', 'ui'])
  const matches = useMemo(() => matchStudents(documents, students), [documents, students])
  const mayDiffer = documents.length > 1 && documents.length <= maxRows
  const [mode, setMode] = useState(
    mayDiffer && new Set([...matches.values()].map(({ student_id }) => student_id)).size > 1
      ? 'each'
      : 'same',
  )
  const assigned = mayUnassign && documents.length === 1 && documents[0]?.student_id ? documents[0] : null
  const [student, setStudent] = useState<string | null>(assigned?.student_id ?? null)
  const [chosen, setChosen] = useState<ReadonlyMap<string, string | null>>(new Map())
  const [missing, setMissing] = useState(false)
  const saving = useMutation({ mutationFn: save })
  const studentOf = ({ id, student_id }: Document) =>
    chosen.has(id) ? (chosen.get(id) ?? null) : (student_id ?? matches.get(id)?.student_id ?? null)
  const submit = () => {
    const assignments = documents.flatMap((document) => {
      const student_id = mode === 'same' ? student : studentOf(document)
      return student_id === null ? [] : [{ id: document.id, student_id }]
    })
    setMissing(assignments.length === 0)
    if (assignments.length > 0) saving.mutate(assignments)
  }
  return (
    <>
      {mayDiffer && (
        <Radio.Group
          label={t('several.label')}
          value={mode}
          onChange={(value) => {
            setMissing(false)
            setMode(value)
          }}
        >
          <div className={classes.modes}>
            <Radio value="same" label={t('several.same')} />
            <Radio value="each" label={t('several.each')} />
          </div>
        </Radio.Group>
      )}
      {mode === 'same' ? (
        <div className={classes.choosers}>
          <StudentChooser
            withinPortal
            label={t('choose.student')}
            placeholder={t('choose.byName')}
            students={students}
            value={student}
            onChange={(id) => {
              setMissing(false)
              setStudent(id)
            }}
            error={missing ? missingStudent : null}
          />
        </div>
      ) : (
        <>
          <p className={classes.hint}>{t('several.hint')}</p>
          <div className={classes.scrolled}>
            <table className={classes.table} aria-label={t('several.table')}>
              <thead>
                <tr>
                  <th scope="col">{t('column.name')}</th>
                  <th scope="col">{t('choose.student')}</th>
                </tr>
              </thead>
              <tbody>
                {documents.map((document) => {
                  const { id, original_filename: name } = document
                  return (
                    <tr key={id}>
                      <th scope="row" title={name}>
                        {name}
                      </th>
                      <td>
                        <StudentChooser
                          withinPortal
                          aria-label={t('panel.studentFor', { name })}
                          placeholder={t('choose.student')}
                          students={students}
                          value={studentOf(document)}
                          onChange={(next) => {
                            setMissing(false)
                            setChosen((before) => new Map(before).set(id, next))
                          }}
                        />
                        {!chosen.has(id) && document.student_id === null && (
                          <SuggestionReason match={matches.get(id)} students={students} />
                        )}
                      </td>
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </div>
          <div role="alert" className={classes.failure}>
            {missing && missingStudent}
          </div>
        </>
      )}
      {children}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
        {assigned && (
          <Button
            variant="default"
            onClick={() => saving.mutate([{ id: assigned.id, student_id: null }])}
            disabled={saving.isPending}
          >
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
