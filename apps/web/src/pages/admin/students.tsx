import { type AdminStudent, adminRoutes, adminStudentSorts, binKeepDays, Problem } from '@penmark/contract'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../../features/operations/admin/admin.module.css'
import { AdminList, adminKeys, ownerOf, type Source } from '../../features/operations/admin/admin-list.tsx'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { formatDate, studentName } from '../../lib/format/format.ts'
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx'
import cells from '../../ui/table/cells.module.css'
import { NarrowRow, RowIcon, TextCell } from '../../ui/table/cells.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { toast } from '../../ui/toast/toast.tsx'
import { AdminOnly } from './admin-only.tsx'

export default function AdminStudentsPage() {
  const { t } = useTranslation('admin')
  return (
    <AdminOnly title={t('card.students')} lead={t('students.lead')} refusal={t('required')}>
      <AllStudents />
    </AdminOnly>
  )
}

const source: Source<AdminStudent, (typeof adminStudentSorts)[number]> = {
  key: 'students',
  read: (page, signal) => call(adminRoutes.listAllStudents, page, { signal }),
  count: (filter, signal) => call(adminRoutes.countAllStudents, filter, { signal }),
  pageSize: 100,
}

/** The students of all teachers. */
function AllStudents() {
  const { t, i18n } = useTranslation('admin')
  const [deleting, setDeleting] = useState<AdminStudent | null>(null)
  const columns = useMemo<Column<AdminStudent>[]>(
    () => [
      {
        id: 'last_name',
        header: t('column.lastName'),
        accessorKey: 'last_name',
        cell: (row) => <TextCell>{row.last_name}</TextCell>,
      },
      {
        id: 'first_name',
        header: t('column.firstName'),
        accessorKey: 'first_name',
        cell: (row) => <TextCell>{row.first_name}</TextCell>,
      },
      {
        id: 'email',
        header: t('column.email'),
        accessorKey: 'email',
        cell: (row) => <TextCell>{row.email}</TextCell>,
      },
      { id: 'teacher', header: t('column.teacher'), accessorFn: ownerOf, cell: (row) => <Owner row={row} /> },
      {
        id: 'teacher_id',
        header: t('column.teacherId'),
        enableSorting: false,
        cell: (row) => (
          <span className={classes.code}>
            <TextCell>{row.teacher_id}</TextCell>
          </span>
        ),
        meta: { width: '9rem', optional: true },
      },
      {
        id: 'created_at',
        header: t('column.created'),
        accessorKey: 'created_at',
        cell: (row) => formatDate(i18n, row.created_at),
        meta: { width: '8rem' },
      },
      {
        id: 'actions',
        header: '',
        enableSorting: false,
        cell: (row) => <DeleteButton student={row} onDelete={setDeleting} />,
        meta: { width: '5rem', align: 'end', label: t('column.actions') },
      },
    ],
    [t, i18n],
  )
  return (
    <>
      <AdminList
        source={source}
        sorts={adminStudentSorts}
        defaultSort={{ id: 'last_name', desc: false }}
        label={t('students')}
        search={t('students.search')}
        empty={t('students.empty')}
        columns={columns}
        narrowBelow={75}
        hideOptionalBelow={90}
        narrowRow={(student) => (
          <NarrowRow name={studentName(student)} about={[student.email, ownerOf(student)]}>
            <DeleteButton student={student} onDelete={setDeleting} />
          </NarrowRow>
        )}
      />
      <DeleteStudent student={deleting} onClose={() => setDeleting(null)} />
    </>
  )
}

function Owner({ row }: { row: AdminStudent }) {
  return <TextCell title={row.teacher_email ?? ''}>{ownerOf(row)}</TextCell>
}

function DeleteButton({
  student,
  onDelete,
}: {
  student: AdminStudent
  onDelete: (student: AdminStudent) => void
}) {
  const { t } = useTranslation('admin')
  return (
    <span className={cells.actions}>
      <RowIcon
        label={t('students.delete.label', { name: studentName(student) })}
        title={t('students.delete.action')}
        onClick={() => onDelete(student)}
      >
        <IconTrash size={18} stroke={1.7} aria-hidden="true" />
      </RowIcon>
    </span>
  )
}

/** Asks for confirmation. A student who no longer exists (404) counts as deleted. */
function DeleteStudent({ student, onClose }: { student: AdminStudent | null; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: async ({ id }: AdminStudent) => {
      try {
        await call(adminRoutes.deleteAnyStudent, { id })
      } catch (thrown) {
        if (!(thrown instanceof Problem && thrown.code === 'not_found')) throw thrown
      }
    },
    onSuccess: () => toast.success(t('students.delete.done')),
    onError: (error) => toast.error(t('failed.delete', { detail: detailOf(error) })),
    onSettled: () => {
      onClose()
      return queryClient.invalidateQueries({ queryKey: adminKeys.list('students') })
    },
  })
  return (
    <ConfirmDialog
      opened={student !== null}
      title={t('students.delete.title')}
      confirm={t('students.delete.action')}
      destructive
      busy={remove.isPending}
      onConfirm={() => student && remove.mutate(student)}
      onClose={onClose}
    >
      <p>
        <strong>{student && studentName(student)}</strong>
      </p>
      <p>{t('students.delete.text', { days: binKeepDays, teacher: student ? ownerOf(student) : '' })}</p>
    </ConfirmDialog>
  )
}
