import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { binKeepDays, Problem, rosterRoutes, type Student, studentSorts } from '@penmark/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Outcomes } from '../../../lib/call/batch.ts'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatNumber, studentName } from '../../../lib/format/format.ts'
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx'
import { EmptyState, LoadError, NoMatch } from '../../../ui/page-state/page-state.tsx'
import { SearchBox } from '../../../ui/search-box/search-box.tsx'
import type { Sort } from '../../../ui/table/columns.ts'
import { useRowRemoval } from '../../../ui/table/use-row-removal.ts'
import { toast } from '../../../ui/toast/toast.tsx'
import { useUndo } from '../../../ui/toast/use-restore.ts'
import {
  invalidateStudents,
  leaveClass,
  type Pages,
  studentKeys,
  useClasses,
  useDocumentCount,
  useStudentPages,
} from './queries.ts'
import { newestFirst, StudentsTable } from './students-table.tsx'

interface ConfirmDeleteProps {
  /** Null closes the dialog. */
  student: Student | null
  onConfirm: (student: Student) => void
  onClose: () => void
}

/** Asks before a student is deleted, and says what is deleted with them and what stays. */
function ConfirmDelete({ student, onConfirm, onClose }: ConfirmDeleteProps) {
  const { t } = useTranslation('students')
  const documents = useDocumentCount(student)
  const inClasses = student?.class_group_ids.length ?? 0
  return (
    <ConfirmDialog
      opened={student !== null}
      title={t('delete.title')}
      confirm={t('delete.action')}
      destructive
      onConfirm={() => student && onConfirm(student)}
      onClose={onClose}
    >
      <p>
        <strong>{student && studentName(student)}</strong>
      </p>
      <p>
        {t('delete.text', { days: binKeepDays })} {inClasses > 0 && t('delete.classes', { count: inClasses })}{' '}
        {documents === undefined
          ? t('delete.documentsStay')
          : t(documents === 0 ? 'delete.noDocuments' : 'delete.documents', { count: documents })}
      </p>
    </ConfirmDialog>
  )
}

/** Every search is a request, so it is debounced by this many milliseconds. */
const searchAfterMs = 250

/** Searched, sorted and paged by the server, so that ten thousand students are as fast as thirty. */
export function StudentList({ onEdit }: { onEdit: (student: Student) => void }) {
  const { t, i18n } = useTranslation('students')
  const [words, setWords] = useState('')
  const [search] = useDebouncedValue(words.trim(), searchAfterMs)
  const [sort, setSort] = useState<Sort>(newestFirst)
  const [deleting, setDeleting] = useState<Student | null>(null)
  const column = studentSorts.find((name) => name === sort.id) ?? 'created_at'
  const list = useStudentPages({ search, sort: column, desc: sort.desc })
  const { namesOf } = useClasses()
  const { leaving, deleteStudent } = useDeleteStudent()
  const rowActions = useMemo(() => ({ onEdit, onDelete: setDeleting }), [onEdit])
  if (list.error)
    return (
      <LoadError onRetry={() => void list.refetch()}>
        {t('listFailed', { detail: detailOf(list.error) })}
      </LoadError>
    )
  return (
    <>
      <SearchBox label={t('search')} value={words} onChange={setWords}>
        {list.total !== null &&
          !list.searching &&
          t('count', { count: list.total, shown: formatNumber(i18n, list.total) })}
      </SearchBox>
      <StudentsTable
        students={list.students ?? []}
        loading={list.loading}
        outdated={list.searching}
        empty={
          search === '' ? (
            <NoStudents />
          ) : (
            <NoMatch clear={t('search.clear')} onClear={() => setWords('')}>
              {t('search.nothing')}
            </NoMatch>
          )
        }
        sorting={{ by: sort, onChange: setSort }}
        moreRows={list.more ? { total: list.total, onNearEnd: list.loadMore } : undefined}
        namesOf={namesOf}
        rowActions={rowActions}
        leaving={leaving}
      />
      <ConfirmDelete
        student={deleting}
        onConfirm={(student) => {
          setDeleting(null)
          deleteStudent(student)
        }}
        onClose={() => setDeleting(null)}
      />
    </>
  )
}

function NoStudents() {
  const { t } = useTranslation('students')
  return (
    <EmptyState
      action={
        <Button component={Link} to="/students?add=true">
          {t('add')}
        </Button>
      }
    >
      {t('empty')}
    </EmptyState>
  )
}

/** Deletes a student while the row animates out: first from every class, then the student. */
function useDeleteStudent() {
  const { t } = useTranslation(['students', 'problem'])
  const queryClient = useQueryClient()
  const undo = useUndo()
  const known = useRef(new Map<string, Student>())

  const removeRow = useCallback(
    async (id: string) => {
      try {
        for (const classId of known.current.get(id)?.class_group_ids ?? []) await leaveClass(classId, id)
      } catch (thrown) {
        throw thrown instanceof Problem
          ? new Problem(thrown.code, t('class.removeFailed', { detail: thrown.message }), { cause: thrown })
          : thrown
      }
      await call(rosterRoutes.deleteStudent, { id }, { keepalive: true })
      // A list that was asked for before would bring the student back.
      await queryClient.cancelQueries({ queryKey: studentKeys.pages })
      queryClient.setQueriesData<Pages>(
        { queryKey: studentKeys.pages },
        (kept) =>
          kept && { ...kept, pages: kept.pages.map((page) => page.filter((student) => student.id !== id)) },
      )
    },
    [queryClient, t],
  )
  const onDone = useCallback(
    (outcomes: Outcomes<string>) => {
      for (const { item, failure } of outcomes) {
        if (failure === null) toast.successWith(t('delete.done'), undo([item]))
        else
          toast.error(
            failure instanceof Problem
              ? t('delete.failed', { detail: detailOf(failure) })
              : t('problem:unexpected'),
          )
        known.current.delete(item)
      }
      void invalidateStudents(queryClient)
    },
    [queryClient, t, undo],
  )
  const { leaving, remove } = useRowRemoval({ removeRow, onDone })
  const deleteStudent = useCallback(
    (student: Student) => {
      known.current.set(student.id, student)
      remove(student.id)
    },
    [remove],
  )
  return { leaving, deleteStudent }
}
