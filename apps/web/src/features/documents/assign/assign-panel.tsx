import { Button, CloseButton } from '@mantine/core'
import type { Document } from '@penmark/contract'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SectionHeader } from '../../../ui/page-header/section-header.tsx'
import classes from './assign.module.css'
import { ClassChooser, StudentChooser } from './choosers.tsx'
import { NobodyToAssign } from './nobody-to-assign.tsx'
import { classesBeside, noPair, type Pair, studentsBeside, withClass, withStudent } from './pair.ts'
import { isNobody, type People } from './people.ts'
import { PeopleFailed } from './people-failed.tsx'
import { useAssignMany } from './use-assign.ts'

type Uploaded = Pick<Document, 'id' | 'original_filename'>

interface AssignPanelProps {
  /** What was uploaded together. */
  documents: readonly Uploaded[]
  people: People
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
  const [pairs, setPairs] = useState<ReadonlyMap<string, Pair>>(new Map())
  const [busy, setBusy] = useState(false)
  const pairOf = (id: string) => pairs.get(id) ?? noPair
  const missing = documents.filter(({ id }) => pairOf(id).student_id === null && pairOf(id).class_group_id === null).length
  const choose = (id: string, pair: Pair) => setPairs((before) => new Map(before).set(id, pair))
  const assignAll = async () => {
    setBusy(true)
    const assigned = await assignMany(
      documents.map(({ id }) => (withinClass ? { id, student_id: pairOf(id).student_id } : { id, ...pairOf(id) })),
    )
    setBusy(false)
    onAssigned(assigned)
  }
  if (!withinClass && isNobody(people)) return <NobodyToAssign onClose={onClose} />
  return (
    <section className={classes.panel} aria-label={t('panel.title')}>
      <SectionHeader title={t('panel.title')} actions={<CloseButton aria-label={t('panel.close')} onClick={onClose} />} />
      <p className={classes.lead}>{t(withinClass ? 'panel.leadStudents' : 'panel.lead')}</p>
      <PeopleFailed people={people} />
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
                    classes={classesBeside(pairOf(id), people.classes, people.students)}
                    value={pairOf(id).class_group_id}
                    onChange={(chosen) => choose(id, withClass(pairOf(id), chosen, people.students))}
                    disabled={busy}
                  />
                </td>
              )}
              <td>
                <StudentChooser
                  aria-label={t('panel.studentFor', { name })}
                  placeholder={t('choose.student')}
                  students={withinClass ? people.students : studentsBeside(pairOf(id), people.students)}
                  value={pairOf(id).student_id}
                  onChange={(chosen) => choose(id, withStudent(pairOf(id), chosen, people.students))}
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
