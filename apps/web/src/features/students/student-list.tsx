import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type Student, studentSorts } from '@penmark/contract'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { detailOf } from '../../lib/call/failure.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { EmptyState, LoadError, NoMatch } from '../../ui/empty-state/empty-state.tsx'
import { SearchBox } from '../../ui/search-box/search-box.tsx'
import type { Sort } from '../../ui/table/columns.ts'
import { ConfirmDelete } from './confirm-delete.tsx'
import { useClasses, useStudentPages } from './queries.ts'
import { newestFirst, StudentsTable } from './students-table.tsx'
import { useDeleteStudent } from './use-delete-student.ts'

/** Every search is a request, so it is debounced by this many milliseconds. */
const searchAfterMs = 250

/** Searched, sorted and paged by the server, so that ten thousand students are as fast as thirty. */
export function StudentList({ onEdit }: { onEdit: (student: Student) => void }) {
  const { t, i18n } = useTranslation('students')
  const [words, setWords] = useState('')
  const [search] = useDebouncedValue(words.trim(), searchAfterMs)
  const [sort, setSort] = useState<Sort>(newestFirst)
  const [asked, setAsked] = useState<Student | null>(null)
  const column = studentSorts.find((each) => each === sort.id) ?? 'created_at'
  const list = useStudentPages({ search, sort: column, desc: sort.desc })
  const { namesOf } = useClasses()
  const { leaving, deleteStudent } = useDeleteStudent()
  const adminActions = useMemo(() => ({ onEdit, onDelete: setAsked }), [onEdit])
  if (list.error) return <LoadError onRetry={() => void list.refetch()}>{t('listFailed', { detail: detailOf(list.error) })}</LoadError>
  return (
    <>
      <SearchBox label={t('search')} words={words} onWords={setWords}>
        {list.total !== null && !list.searching && t('count', { count: list.total, shown: formatNumber(i18n, list.total) })}
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
        adminActions={adminActions}
        leaving={leaving}
      />
      <ConfirmDelete
        student={asked}
        onConfirm={(student) => {
          setAsked(null)
          deleteStudent(student)
        }}
        onClose={() => setAsked(null)}
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
