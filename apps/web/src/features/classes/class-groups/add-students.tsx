import { Button, Checkbox, TextInput } from '@mantine/core'
import { type ClassGroup, rosterRoutes, type Student } from '@penmark/contract'
import { IconSearch } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { describeFailures, runBatch } from '../../../lib/call/batch.ts'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { studentName } from '../../../lib/format/format.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import { Loading } from '../../../ui/page-state/page-state.tsx'
import textClasses from '../../../ui/theme/text.module.css'
import { toast } from '../../../ui/toast/toast.tsx'
import classes from './class-groups.module.css'
import { reloadMembers, useAllStudents } from './queries.ts'

/** Enough to show that typing narrows the list. */
const optionsShown = 60
const noStudents: Student[] = []

/** Students whose name, email or external id contains the text, ignoring case. */
function studentsMatching(students: readonly Student[], searchText: string): Student[] {
  const searchTerm = searchText.trim().toLocaleLowerCase()
  return students.filter((student) =>
    [studentName(student), student.email, student.external_student_id].some((text) =>
      text?.toLocaleLowerCase().includes(searchTerm),
    ),
  )
}

/** Adds several of the teacher's other students to the class. */
export function AddStudents({ classGroup }: { classGroup: ClassGroup }) {
  const { t } = useTranslation('classes')
  const allStudents = useAllStudents()
  const add = useAddMembers(classGroup.id)
  const [searchText, setSearchText] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isNoneChosen, setNoneChosen] = useState(false)
  const nonMembers = useMemo(() => {
    const members = new Set(classGroup.student_ids)
    return (allStudents.data ?? noStudents).filter(({ id }) => !members.has(id))
  }, [classGroup.student_ids, allStudents.data])
  const matching = useMemo(() => studentsMatching(nonMembers, searchText), [nonMembers, searchText])
  const toggle = (id: string) => {
    setNoneChosen(false)
    setChosen(
      (before) =>
        new Set(before.has(id) ? [...before].filter((chosenId) => chosenId !== id) : [...before, id]),
    )
  }
  const submit = () => {
    const students = nonMembers.filter(({ id }) => chosen.has(id))
    setNoneChosen(students.length === 0)
    if (students.length === 0) return
    add.mutate(students, {
      onSuccess: (outcomes) =>
        setChosen(new Set(outcomes.filter(({ failure }) => failure !== null).map(({ item }) => item.id))),
    })
  }
  if (allStudents.isPending) return <Loading region="page" />
  return (
    <section aria-label={t('add.title')} className={classes.add}>
      <SectionHeader title={t('add.title')} />
      {allStudents.isError && (
        <Notice tone="error">{t('studentsFailed', { detail: detailOf(allStudents.error) })}</Notice>
      )}
      {nonMembers.length === 0 && !allStudents.isError ? (
        <p className={textClasses.note}>
          {t(allStudents.data?.length === 0 ? 'add.nobodyAtAll' : 'add.nobody')}{' '}
          <Link to="/students">{t('add.toStudents')}</Link>
        </p>
      ) : (
        <>
          <TextInput
            type="search"
            aria-label={t('add.search')}
            placeholder={t('add.search')}
            leftSection={<IconSearch size={16} aria-hidden="true" />}
            value={searchText}
            onChange={({ currentTarget }) => setSearchText(currentTarget.value)}
          />
          <ul className={classes.options} aria-label={t('add.options')}>
            {matching.slice(0, optionsShown).map((student) => (
              <li key={student.id}>
                <Checkbox
                  label={studentName(student)}
                  description={[student.email, student.external_student_id].filter(Boolean).join(' · ')}
                  checked={chosen.has(student.id)}
                  onChange={() => toggle(student.id)}
                />
              </li>
            ))}
          </ul>
          <p className={textClasses.note} role="status">
            {matching.length === 0 && t('add.nothing')}
            {matching.length > optionsShown && t('add.more', { shown: optionsShown, count: matching.length })}
          </p>
          <div role="alert" className={classes.failure}>
            {isNoneChosen && t('add.none')}
          </div>
          <Button variant={chosen.size > 0 ? 'filled' : 'default'} onClick={submit} loading={add.isPending}>
            {chosen.size > 0 ? t('add.submit', { count: chosen.size }) : t('add.submitNone')}
          </Button>
        </>
      )}
    </section>
  )
}

/** Adds students to a class, one call each, and reports the overall result. */
function useAddMembers(classId: string) {
  const { t } = useTranslation('classes')
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (students: readonly Student[]) =>
      runBatch(students, ({ id }) => call(rosterRoutes.addClassStudent, { id: classId, student_id: id }))
        .done,
    onSuccess: async (outcomes) => {
      const failures = outcomes.filter(({ failure }) => failure !== null)
      const added = outcomes.length - failures.length
      const reasons = describeFailures(failures, studentName)
      if (failures.length === 0) toast.success(added === 1 ? t('add.one') : t('add.done', { count: added }))
      else if (added === 0) toast.error(t('add.failed', { reasons }))
      else toast.error(t('add.mixed', { added, failed: failures.length, reasons }))
      await reloadMembers(queryClient)
    },
  })
}
