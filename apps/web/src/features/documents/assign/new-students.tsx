import { Button, Textarea, TextInput } from '@mantine/core'
import { type ClassGroup, rosterRoutes } from '@penmark/contract'
import { platformWriter } from '@penmark/reading'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeFailures, runBatch } from '../../../lib/call/batch.ts'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import { toast } from '../../../ui/toast/toast.tsx'
import type { UploadedDocument } from '../upload/use-uploads.ts'
import classes from './assign.module.css'
import { classNameOf, type PastedName, readPastedNames } from './pasted-names.ts'

/** "Maya Patel", not a user name. */
const isWholeName = (writer: string | null): writer is string => writer?.includes(' ') === true

interface NewStudentsProps {
  /** Of these, learning platforms may have named the writers. */
  documents: readonly UploadedDocument[]
  /** The class that the students join; without it they join the one that is named here. */
  into: Pick<ClassGroup, 'id' | 'class_name'> | undefined
  /** The teacher's classes. */
  classes: readonly ClassGroup[]
  /** Called with the class that they joined. */
  onAdded: (class_group_id: string) => void
}

/** Makes the students of an upload, and their class, from the names in the files or a pasted list. */
export function NewStudents({ documents, into, classes: known, onAdded }: NewStudentsProps) {
  const { t } = useTranslation('documents')
  const queryClient = useQueryClient()
  const writers = [...new Set(documents.map(({ original_filename }) => platformWriter(original_filename)))]
  const found = writers.filter(isWholeName)
  const archive = documents.find((document) => document.archive !== undefined)?.archive
  const [className, setClassName] = useState(() => classNameOf(archive ?? ''))
  const [text, setText] = useState(() => found.join('\n'))
  const { names, unread } = readPastedNames(text)
  const named = into?.class_name ?? className.trim()

  const readClassId = async () => {
    if (into !== undefined) return into.id
    const own = known.find(
      ({ class_name, academic_year }) =>
        academic_year === null && class_name.toLowerCase() === named.toLowerCase(),
    )
    return (own ?? (await call(rosterRoutes.createClassGroup, { class_name: named, academic_year: null }))).id
  }
  const add = useMutation({
    mutationFn: async () => {
      const id = await readClassId()
      const join = async ({ first_name, last_name, email }: PastedName) => {
        const details = { external_student_id: null, descriptor: null, year_group: null }
        const student = await call(rosterRoutes.createStudent, { first_name, last_name, email, ...details })
        await call(rosterRoutes.addClassStudent, { id, student_id: student.id })
      }
      return { id, outcomes: await runBatch(names, join).done }
    },
    onSuccess: ({ id, outcomes }) => {
      const failures = outcomes.filter(({ failure }) => failure !== null)
      if (failures.length > 0) {
        const nameOf = ({ first_name, last_name }: PastedName) => `${first_name} ${last_name}`
        toast.error(t('newStudents.someFailed', { detail: describeFailures(failures, nameOf) }))
      }
      const added = outcomes.length - failures.length
      if (added === 0) return
      toast.success(t('newStudents.added', { count: added, name: named }))
      onAdded(id)
    },
    onSettled: () =>
      Promise.all(
        ['students', 'class-groups'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      ),
  })
  return (
    <form
      className={classes.newStudents}
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate()
      }}
    >
      <p className={classes.lead}>
        {found.length > 0
          ? t('newStudents.found', { count: found.length })
          : t(into === undefined ? 'newStudents.lead' : 'newStudents.leadClass')}
      </p>
      {into === undefined && (
        <TextInput
          label={t('newStudents.class')}
          placeholder={t('newStudents.classExample')}
          value={className}
          onChange={({ currentTarget }) => setClassName(currentTarget.value)}
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
      {add.error && <Notice tone="error">{t('newStudents.failed', { detail: detailOf(add.error) })}</Notice>}
      <Button type="submit" disabled={named === '' || names.length === 0} loading={add.isPending}>
        {names.length === 0 || named === ''
          ? t('newStudents.doNone')
          : t(into === undefined ? 'newStudents.doClass' : 'newStudents.do', {
              count: names.length,
              name: named,
            })}
      </Button>
    </form>
  )
}
