import { Button, CloseButton, Title } from '@mantine/core'
import type { ClassGroup, Document } from '@penmark/contract'
import { readableName } from '@penmark/wording'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber, studentName } from '../../../lib/format/format.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import { isFailed } from '../status.ts'
import { StatusBadge } from '../table/columns.tsx'
import type { UploadedDocument } from '../uploaded-document.ts'
import classes from './assign.module.css'
import {
  type Assignee,
  isAssigned,
  matchingClasses,
  matchingStudents,
  noAssignee,
  withClass,
  withStudent,
} from './assignee.ts'
import { type AssignmentOptions, ClassChooser, OptionsFailed, StudentChooser } from './choosers.tsx'
import { isCertain } from './match-names.ts'
import { namedWriters } from './named-writers.ts'
import { nearStudents } from './near-students.ts'
import { NewStudents } from './new-students.tsx'
import { SuggestionReason } from './suggestion-reason.tsx'
import { useAssignMany } from './use-assign.ts'
import { useSuggestions } from './use-suggestions.ts'

/** From so many documents on, the buttons at the end are out of sight. */
const manyDocuments = 8

interface AssignPanelProps {
  /** The documents uploaded together. */
  documents: readonly UploadedDocument[]
  /** The page's list, which knows what became of them. */
  list: readonly Document[]
  people: AssignmentOptions
  /** The class to which everything was uploaded: `people` are its students, so only the student is chosen. */
  within?: Pick<ClassGroup, 'id' | 'class_name'>
  onClose: () => void
  /** These were assigned and leave the panel. */
  onAssigned: (ids: ReadonlySet<string>) => void
}

/** After several files were uploaded: a class and a student for each of them, and one button for all. */
export function AssignPanel({ documents, list, people, within, onClose, onAssigned }: AssignPanelProps) {
  const { t, i18n } = useTranslation(['documents', 'ui'])
  const nameOf = useCallback(
    (id: string) => documents.find((document) => document.id === id)?.original_filename ?? id,
    [documents],
  )
  const withinClass = within !== undefined
  const assignMany = useAssignMany(withinClass ? nameOf : undefined)
  const [assignees, setAssignees] = useState<ReadonlyMap<string, Assignee>>(new Map())
  const [busy, setBusy] = useState(false)
  const [classForAll, setClassForAll] = useState<string | null>(null)
  // Whether students are added instead of assigning, or below it; null until somebody has decided.
  const [adding, setAdding] = useState<'instead' | 'below' | false | null>(null)
  // Students of texts that were assigned here: a file that names them as well may be borrowed.
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const { byFile, matches, inferredClass } = useSuggestions({
    documents,
    list,
    people,
    chosenClass: classForAll,
    infersClass: !withinClass,
    taken,
  })
  const writers = useMemo(() => namedWriters(documents), [documents])
  // Students whom a file may mean by another form of their name, and those of them whom the teacher confirmed.
  const nearBy = useMemo(() => {
    const near = nearStudents(people.students)
    return new Map(
      documents.map(({ id, original_filename }) => [id, near.ofFile(writers.get(id) ?? original_filename)]),
    )
  }, [documents, people.students, writers])
  const [meant, setMeant] = useState<ReadonlySet<string>>(new Set())
  const studentSuggestedFor = (id: string) =>
    matches.get(id)?.student_id ?? nearBy.get(id)?.find((student) => meant.has(student.id))?.id ?? null
  // A suggestion stays until the teacher chooses; nothing is assigned before they confirm.
  const suggestedFor = (id: string) => (assignees.has(id) ? undefined : matches.get(id))
  const suggestionOf = (id: string): Assignee => {
    const suggested = withStudent(
      { ...noAssignee, class_group_id: classForAll ?? inferredClass },
      studentSuggestedFor(id),
      people.students,
    )
    // A class that was chosen for all documents is one for those without a name too; an inferred one is not.
    return suggested.student_id === null && classForAll === null ? noAssignee : suggested
  }
  const assigneeOf = (id: string) => assignees.get(id) ?? suggestionOf(id)
  const failed = new Map(list.filter(isFailed).map((document) => [document.id, document]))
  const assignable = documents.filter(({ id }) => !failed.has(id))
  const ready = assignable.filter(({ id }) => isAssigned(assigneeOf(id)))
  const missing = assignable.length - ready.length
  const isSure = (id: string) => byFile.get(id)?.reason === 'name' && matches.get(id)?.reason === 'name'
  const certain = assignable.filter(({ id }) => isSure(id)).length
  const likely = assignable.filter(({ id }) => matches.has(id)).length - certain
  const choose = (id: string, assignee: Assignee) =>
    setAssignees((before) => new Map(before).set(id, assignee))
  const assign = async () => {
    setBusy(true)
    const assigned = await assignMany(
      ready.map(({ id }) =>
        withinClass ? { id, student_id: assigneeOf(id).student_id } : { id, ...assigneeOf(id) },
      ),
    )
    setBusy(false)
    const students = ready.flatMap(({ id }) => (assigned.has(id) ? (assigneeOf(id).student_id ?? []) : []))
    setTaken((before) => new Set([...before, ...students]))
    onAssigned(assigned)
    if (assignable.every(({ id }) => assigned.has(id))) onClose()
  }
  const chooseForAll = (chosen: string | null) => {
    setClassForAll(chosen)
    setAssignees(
      (before) =>
        new Map([...before].map(([id, assignee]) => [id, withClass(assignee, chosen, people.students)])),
    )
  }
  const assignButtons = (
    <>
      {missing > 0 && ready.length > 0 && (
        <Button variant="default" onClick={() => void assign()} loading={busy}>
          {t('panel.assignChosen', { count: ready.length })}
        </Button>
      )}
      <Button onClick={() => void assign()} disabled={missing > 0 || ready.length === 0} loading={busy}>
        {t('panel.assignAll')}
      </Button>
    </>
  )
  const hasMany = documents.length >= manyDocuments
  // Rows that need nothing come last: those whose student is certain, then those that cannot be assigned. What
  // the texts say moves no row.
  const rank = ({ id }: UploadedDocument) => {
    if (failed.has(id)) return 3
    const match = byFile.get(id)
    return match === undefined ? 0 : isCertain(match) ? 2 : 1
  }
  const rows = documents.toSorted((a, b) => rank(a) - rank(b))
  const isLoaded = !people.loading && people.failure === null
  const hasNobody = isLoaded && people.students.length === 0
  const hasNothing = hasNobody && (withinClass || people.classes.length === 0)
  // The files name people of whom none is a student here: it is a new class, and a table could propose nothing.
  const isUntouched = taken.size === 0 && assignees.size === 0 && matches.size === 0
  const namesNewClass = isLoaded && isUntouched && writers.size > 0
  if (adding === null && (hasNobody || namesNewClass)) setAdding('instead')
  const assigning = (
    <>
      <p className={classes.lead}>{t(withinClass ? 'panel.leadStudents' : 'panel.lead')}</p>
      {certain + likely > 0 && (
        <Notice tone="info">
          {[
            certain > 0 &&
              t('panel.matched', { count: certain, total: formatNumber(i18n, assignable.length) }),
            likely > 0 && t('panel.likely', { count: likely }),
            t('panel.check'),
          ]
            .filter(Boolean)
            .join(' ')}
        </Notice>
      )}
      <OptionsFailed people={people} />
      {documents.length > 1 && (!withinClass || hasMany) && (
        <div className={classes.forAll}>
          {!withinClass && (
            <ClassChooser
              label={t('panel.classForAll')}
              placeholder={t('choose.class')}
              classes={people.classes}
              value={classForAll ?? inferredClass}
              onChange={chooseForAll}
              disabled={busy}
            />
          )}
          {classForAll === null && inferredClass !== null && (
            <span className={classes.suggested}>{t('panel.inferred')}</span>
          )}
          {hasMany && assignButtons}
        </div>
      )}
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('column.name')}</th>
            {!withinClass && <th scope="col">{t('choose.class')}</th>}
            <th scope="col">{t('choose.student')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, original_filename: name }) => {
            const failure = failed.get(id)
            return failure ? (
              <tr key={id}>
                <RowName name={name} />
                <td colSpan={withinClass ? 1 : 2}>
                  <StatusBadge t={t} document={failure} />
                  {failure.status_reason && (
                    <span className={classes.suggested}>{failure.status_reason}</span>
                  )}
                </td>
              </tr>
            ) : (
              <tr key={id}>
                <RowName name={name} />
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
                    students={
                      withinClass ? people.students : matchingStudents(assigneeOf(id), people.students)
                    }
                    value={assigneeOf(id).student_id}
                    onChange={(chosen) => choose(id, withStudent(assigneeOf(id), chosen, people.students))}
                    disabled={busy}
                  />
                  <SuggestionReason match={suggestedFor(id)} students={people.students} />
                  {assigneeOf(id).student_id === null &&
                    matchingStudents(assigneeOf(id), nearBy.get(id) ?? []).map((student) => (
                      <Button
                        key={student.id}
                        variant="subtle"
                        size="compact-sm"
                        px={0}
                        mr="sm"
                        disabled={busy}
                        onClick={() => choose(id, withStudent(assigneeOf(id), student.id, people.students))}
                      >
                        {t('panel.near', { name: studentName(student) })}
                      </Button>
                    ))}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <div className={classes.footer}>
        <span className={classes.soft} role="status">
          {missing > 0 ? t(withinClass ? 'panel.missingStudent' : 'panel.missing', { count: missing }) : ''}
        </span>
        <Button
          variant="subtle"
          aria-expanded={Boolean(adding)}
          onClick={() => setAdding(adding ? false : 'below')}
        >
          {t('newStudents.open')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('panel.later')}
        </Button>
        {assignButtons}
      </div>
    </>
  )
  return (
    <section className={classes.panel} aria-label={t('panel.title')}>
      <PanelHeader onClose={onClose} />
      {adding === 'instead' && matches.size === 0 ? null : assigning}
      {adding && (
        <NewStudents
          documents={documents.filter(({ id }) => assigneeOf(id).student_id === null)}
          archive={documents.find(({ archive }) => archive !== undefined)?.archive}
          into={within}
          isFresh={matches.size === 0 && assignees.size === 0}
          isFirst={hasNobody}
          onClose={hasNothing ? onClose : () => setAdding(false)}
          close={hasNothing ? t('panel.later') : t('ui:cancel')}
          onAdded={(id, wasFresh, students) => {
            setAdding(false)
            setMeant((before) => new Set([...before, ...students]))
            // A class that was made of an upload is the class of all of it, whoever wrote what.
            if (!withinClass && wasFresh) chooseForAll(id)
          }}
        />
      )}
    </section>
  )
}

function RowName({ name }: { name: string }) {
  return (
    <th scope="row" title={name}>
      {readableName({ original_filename: name })}
    </th>
  )
}

function PanelHeader({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('documents')
  return (
    <div className={classes.panelHeader}>
      <Title order={2}>{t('panel.title')}</Title>
      <CloseButton aria-label={t('panel.close')} onClick={onClose} />
    </div>
  )
}
