import { Button, Textarea, TextInput } from '@mantine/core'
import { type ClassGroup, rosterRoutes, type Student } from '@penmark/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeFailures, type Outcomes, runBatch } from '../../../lib/call/batch.ts'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import layout from '../../../ui/theme/layout.module.css'
import { toast } from '../../../ui/toast/toast.tsx'
import type { UploadedDocument } from '../uploaded-document.ts'
import classes from './assign.module.css'
import { useAssignmentOptions } from './choosers.tsx'
import { wordsOf } from './name-words.ts'
import { writersNamedIn } from './named-writers.ts'
import { nearStudents } from './near-students.ts'
import { classNameOf, type PastedName, readPastedNames } from './pasted-names.ts'
import { SameStudentQuestion } from './same-student.tsx'

const spellingOf = ({ first_name, last_name }: Pick<Student, 'first_name' | 'last_name'>) =>
  wordsOf(`${first_name} ${last_name}`).join(' ')

/** Students of this name, or the one with this address. */
function studentsCalled(name: PastedName, students: readonly Student[]): readonly Student[] {
  const alike = students.filter((student) => spellingOf(student) === spellingOf(name))
  const withAddress = alike.filter(({ email }) => email !== null && email === name.email)
  return withAddress.length > 0 ? withAddress : alike.filter(({ email }) => !email || !name.email)
}

interface NewStudentsProps {
  /** Documents without a student, whose files may name the writers. */
  documents: readonly UploadedDocument[]
  /** The name of the ZIP of the upload, which may be named after the class. */
  archive: string | undefined
  /** The class that the students join; without it they join the one that is named here. */
  into: Pick<ClassGroup, 'id' | 'class_name'> | undefined
  /** Nothing tells yet who wrote any of the documents. */
  isFresh: boolean
  /** The class that they join has no students yet. */
  isFirst: boolean
  /**
   * Called once all of them have joined: with the class, whether `isFresh` was so before, and the ids of students
   * whom the names mean though they are called a little differently.
   */
  onAdded: (class_group_id: string, wasFresh: boolean, meant: readonly string[]) => void
  /** Puts the form away, in these words. */
  onClose: () => void
  close: string
}

/**
 * Puts the students of an upload into a class, by the names in the files or a pasted list. Who is a student of
 * the teacher already only joins the class.
 */
export function NewStudents({
  documents,
  archive,
  into,
  isFresh,
  isFirst,
  onAdded,
  onClose,
  close,
}: NewStudentsProps) {
  const { t } = useTranslation('documents')
  const queryClient = useQueryClient()
  const everybody = useAssignmentOptions(true)
  const found = writersNamedIn(documents)
  const [writtenClass, setClass] = useState<string | null>(null)
  const [written, setText] = useState<string | null>(null)
  const text = written ?? found.join('\n')
  const { names, unread } = readPastedNames(text)
  const named = into?.class_name ?? (writtenClass ?? classNameOf(archive ?? '')).trim()
  const existing = everybody.classes.find(
    ({ class_name }) => class_name.toLowerCase() === named.toLowerCase(),
  )

  const near = useMemo(() => nearStudents(everybody.students), [everybody.students])
  // The students whom names turned out to mean; null for somebody else.
  const [meant, setMeant] = useState<ReadonlyMap<string, string | null>>(new Map())
  const questions = names.flatMap((name) => {
    const students = studentsCalled(name, everybody.students).length > 0 ? [] : near.ofName(name)
    return students.length > 0 ? [{ spelling: spellingOf(name), name, students }] : []
  })

  const join = async (name: PastedName, class_id: string) => {
    const same = everybody.students.filter(({ id }) => id === meant.get(spellingOf(name)))
    const [known, ...others] = same.length > 0 ? same : studentsCalled(name, everybody.students)
    if (others.length > 0) throw new Error(t('newStudents.several'))
    const details = { external_student_id: null, descriptor: null, year_group: null }
    const { id } = known ?? (await call(rosterRoutes.createStudent, { ...name, ...details }))
    await call(rosterRoutes.addClassStudent, { id: class_id, student_id: id })
  }
  const add = useMutation({
    mutationFn: async (_wasFresh: boolean) => {
      const { id } =
        into ??
        existing ??
        (await call(rosterRoutes.createClassGroup, { class_name: named, academic_year: null }))
      const outcomes = await runBatch(names, (name) => join(name, id)).done
      await Promise.all(
        ['students', 'class-groups'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      )
      // As it was asked for: the students who were added change what this form proposes.
      return { id, name: named, outcomes }
    },
    onSuccess: ({ id, name, outcomes }, wasFresh) => {
      const failures = outcomes.filter(({ failure }) => failure !== null)
      const added = outcomes.length - failures.length
      if (added > 0) toast.success(t('newStudents.added', { count: added, name }))
      if (failures.length === 0)
        onAdded(
          id,
          wasFresh,
          questions.flatMap(({ spelling }) => meant.get(spelling) ?? []),
        )
      else keep(failures)
    },
  })
  /** Leaves in the list whom it could not add. */
  const keep = (failures: Outcomes<PastedName>) => {
    const nameOf = ({ first_name, last_name }: PastedName) => `${first_name} ${last_name}`
    toast.error(t('newStudents.someFailed', { detail: describeFailures(failures, nameOf) }))
    setText(
      failures
        .map(({ item }) => [`${item.last_name}, ${item.first_name}`, item.email].filter(Boolean).join(' '))
        .join('\n'),
    )
  }
  return (
    <form
      className={classes.newStudents}
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate(isFresh)
      }}
    >
      <p className={classes.lead}>
        {written === null && found.length > 0
          ? t('newStudents.found', { count: found.length })
          : t(
              into === undefined
                ? 'newStudents.lead'
                : isFirst
                  ? 'newStudents.leadClass'
                  : 'newStudents.leadMore',
            )}
      </p>
      {into === undefined && (
        <TextInput
          label={t('newStudents.class')}
          placeholder={t('newStudents.classExample')}
          value={writtenClass ?? named}
          onChange={({ currentTarget }) => setClass(currentTarget.value)}
          maxLength={200}
        />
      )}
      <Textarea
        label={t('newStudents.names')}
        description={t('newStudents.namesHint')}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        autosize
        minRows={3}
        maxRows={10}
      />
      {unread.length > 0 && (
        <p className={classes.hint}>
          {t('newStudents.unread', { count: unread.length, lines: unread.slice(0, 5).join(' · ') })}
        </p>
      )}
      {questions.map(({ spelling, name, students }) => (
        <SameStudentQuestion
          key={spelling}
          name={name}
          students={students}
          value={meant.get(spelling)}
          onChange={(id) => setMeant((before) => new Map(before).set(spelling, id))}
        />
      ))}
      {add.error && <Notice tone="error">{t('newStudents.failed', { detail: detailOf(add.error) })}</Notice>}
      <div className={layout.row}>
        <Button
          type="submit"
          disabled={
            named === '' ||
            names.length === 0 ||
            everybody.loading ||
            questions.some(({ spelling }) => !meant.has(spelling))
          }
          loading={add.isPending}
        >
          {names.length === 0 || named === ''
            ? t('newStudents.doNone')
            : t((into ?? existing) ? 'newStudents.do' : 'newStudents.doClass', {
                count: names.length,
                name: named,
              })}
        </Button>
        <Button variant="default" onClick={onClose}>
          {close}
        </Button>
      </div>
    </form>
  )
}
