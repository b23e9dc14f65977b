import { Button, CloseButton } from '@mantine/core'
import type { Document } from '@penmark/contract'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import classes from './assign.module.css'
import { type Assignee, matchingClasses, matchingStudents, noAssignee, withClass, withStudent } from './assignee.ts'
import { type AssignmentOptions, hasNoOptions } from './assignment-options.ts'
import { ClassChooser, OptionsFailed, StudentChooser } from './choosers.tsx'
import { useAssignMany } from './use-assign.ts'

type Uploaded = Pick<Document, 'id' | 'original_filename'>

interface AssignPanelProps {
  /** What was uploaded together. */
  documents: readonly Uploaded[]
  people: AssignmentOptions
  /** Everything was uploaded to one class, and `people` are its students: only the student is asked for. */
  withinClass?: boolean
  onClose: () => void
  /** These were assigned and leave the panel. */
  onAssigned: (ids: ReadonlySet<string>) => void
}

/** After several files were uploaded: a class and a student for each of them, and one button for all. */
export function AssignPanel({ documents, people, withinClass = false, onClose, onAssigned }: AssignPanelProps) {
  const { t } = useTranslation('documents')
  const nameOf = useCallback((id: string) => documents.find((each) => each.id === id)?.original_filename ?? id, [documents])
  const assignMany = useAssignMany(withinClass ? nameOf : undefined)
  const [pairs, setPairs] = useState<ReadonlyMap<string, Assignee>>(new Map())
  const [busy, setBusy] = useState(false)
  const assigneeOf = (id: string) => pairs.get(id) ?? noAssignee
  const missing = documents.filter(({ id }) => assigneeOf(id).student_id === null && assigneeOf(id).class_group_id === null).length
  const choose = (id: string, pair: Assignee) => setPairs((before) => new Map(before).set(id, pair))
  const assignAll = async () => {
    setBusy(true)
    const assigned = await assignMany(
      documents.map(({ id }) => (withinClass ? { id, student_id: assigneeOf(id).student_id } : { id, ...assigneeOf(id) })),
    )
    setBusy(false)
    onAssigned(assigned)
  }
  if (!withinClass && hasNoOptions(people)) return <NothingToAssignTo onClose={onClose} />
  return (
    <section className={classes.panel} aria-label={t('panel.title')}>
      <SectionHeader title={t('panel.title')} actions={<CloseButton aria-label={t('panel.close')} onClick={onClose} />} />
      <p className={classes.lead}>{t(withinClass ? 'panel.leadStudents' : 'panel.lead')}</p>
      <OptionsFailed people={people} />
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('column.name')}</th>
            {!withinClass && <th scope="col">{t('choose.class')}</th>}
            <th scope="col">{t('choose.student')}</th>
          </tr>
        </thead>
        <tbody>
          {documents.map(({ id, original_filename: name }) => (
            <tr key={id}>
              <th scope="row" title={name}>
                {name}
              </th>
              {!withinClass && (
                <td>
                  <ClassChooser
                    aria-label={t('panel.classFor', { name })}
                    placeholder={t('choose.class')}
                    classes={matchingClasses(assigneeOf(id), people.classes, people.students)}
                    value={assigneeOf(id).class_group_id}
                    onChange={(chosen) => choose(id, withClass(assigneeOf(id), chosen, people.students))}
                    disabled={busy}
                  />
                </td>
              )}
              <td>
                <StudentChooser
                  aria-label={t('panel.studentFor', { name })}
                  placeholder={t('choose.student')}
                  students={withinClass ? people.students : matchingStudents(assigneeOf(id), people.students)}
                  value={assigneeOf(id).student_id}
                  onChange={(chosen) => choose(id, withStudent(assigneeOf(id), chosen, people.students))}
                  disabled={busy}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.foot}>
        <span className={classes.soft} role="status">
          {missing > 0 ? t(withinClass ? 'panel.missingStudent' : 'panel.missing', { count: missing }) : ''}
        </span>
        <Button variant="default" onClick={onClose}>
          {t('panel.later')}
        </Button>
        <Button onClick={() => void assignAll()} disabled={missing > 0} loading={busy}>
          {t('panel.assignAll')}
        </Button>
      </div>
    </section>
  )
}

/** Stands in for the assignment panel while there are neither students nor classes: says where to begin. */
function NothingToAssignTo({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('documents')
  return (
    <section className={classes.panel} aria-label={t('panel.title')}>
      <SectionHeader title={t('panel.title')} actions={<CloseButton aria-label={t('panel.close')} onClick={onClose} />} />
      <p className={classes.lead}>{t('panel.nobody')}</p>
      <div className={classes.steps}>
        <Button component={Link} to="/classes">
          {t('panel.addClass')}
        </Button>
        <Button component={Link} to="/students" variant="default">
          {t('panel.addStudents')}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {t('panel.later')}
        </Button>
      </div>
    </section>
  )
}
