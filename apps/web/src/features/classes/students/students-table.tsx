import type { Student } from '@penmark/contract'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { studentAddress } from '../../../lib/addresses/addresses.ts'
import { formatDate, studentName } from '../../../lib/format/format.ts'
import cells from '../../../ui/table/cells.module.css'
import { LinkCell, NarrowRow, RowIcon, RowLink, TextCell } from '../../../ui/table/cells.tsx'
import type { Column, ControlledSort, MoreRows, Sort } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { RemovalState } from '../../../ui/table/use-row-removal.ts'

interface StudentHandlers {
  onEdit: (student: Student) => void
  onDelete: (student: Student) => void
}

interface StudentsTableProps {
  students: Student[]
  loading: boolean
  empty: ReactNode
  /** The rows shown belong to the previous search. */
  outdated: boolean
  sorting: ControlledSort
  moreRows: MoreRows | undefined
  namesOf: (classIds: readonly string[]) => string[]
  rowActions: StudentHandlers
  leaving: ReadonlyMap<string, RemovalState>
}

/** The default order: newest first. */
export const newestFirst: Sort = { id: 'created_at', desc: true }

/** The students loaded so far. */
export function StudentsTable({
  students,
  loading,
  outdated,
  empty,
  sorting,
  moreRows,
  namesOf,
  rowActions,
  leaving,
}: StudentsTableProps) {
  const { t, i18n } = useTranslation('students')
  const columns = useMemo<Column<Student>[]>(
    () => [
      {
        id: 'first_name',
        header: t('field.first_name'),
        accessorKey: 'first_name',
        cell: (row) => <LinkCell to={studentAddress(row.id)}>{row.first_name}</LinkCell>,
      },
      {
        id: 'last_name',
        header: t('field.last_name'),
        accessorKey: 'last_name',
        cell: (row) => <LinkCell to={studentAddress(row.id)}>{row.last_name}</LinkCell>,
      },
      {
        id: 'email',
        header: t('field.email'),
        accessorKey: 'email',
        cell: (row) => <TextCell>{row.email}</TextCell>,
      },
      {
        id: 'external_student_id',
        header: t('field.external_student_id'),
        enableSorting: false,
        cell: (row) => <TextCell>{row.external_student_id}</TextCell>,
        meta: { width: '8rem' },
      },
      {
        id: 'classes',
        header: t('column.classes'),
        enableSorting: false,
        cell: (row) => <TextCell>{namesOf(row.class_group_ids).join(', ')}</TextCell>,
      },
      {
        id: 'created_at',
        header: t('column.created'),
        accessorKey: 'created_at',
        cell: (row) => formatDate(i18n, row.created_at),
        meta: { width: '8.5rem' },
      },
      {
        id: 'actions',
        header: '',
        enableSorting: false,
        cell: (row) => <StudentActions student={row} {...rowActions} />,
        meta: { width: '8.5rem', align: 'end', label: t('column.actions') },
      },
    ],
    [t, i18n, namesOf, rowActions],
  )
  const aboutOf = ({ email, external_student_id, class_group_ids, created_at }: Student) => {
    const known = [email, external_student_id, ...namesOf(class_group_ids)].filter(Boolean)
    return known.length > 0 ? known : [formatDate(i18n, created_at)]
  }
  return (
    <DataTable
      label={t('table')}
      columns={columns}
      rows={students}
      rowId={({ id }) => id}
      defaultSort={newestFirst}
      controlledSort={sorting}
      moreRows={moreRows}
      outdated={outdated}
      skeletonRows={loading ? 8 : undefined}
      empty={empty}
      rowState={({ id }) => leaving.get(id)}
      narrowBelow={75}
      narrowRow={(student) => (
        <NarrowRow name={studentName(student)} to={studentAddress(student.id)} about={aboutOf(student)}>
          <StudentActions student={student} {...rowActions} />
        </NarrowRow>
      )}
    />
  )
}

function StudentActions({ student, onEdit, onDelete }: StudentHandlers & { student: Student }) {
  const { t } = useTranslation('students')
  const name = studentName(student)
  return (
    <span className={cells.actions}>
      <RowLink to={studentAddress(student.id)} label={t('view.label', { name })}>
        {t('view.action')}
      </RowLink>
      <RowIcon onClick={() => onEdit(student)} label={t('edit.label', { name })} title={t('edit.action')}>
        <IconPencil size={18} stroke={1.7} aria-hidden="true" />
      </RowIcon>
      <RowIcon
        onClick={() => onDelete(student)}
        label={t('delete.label', { name })}
        title={t('delete.action')}
      >
        <IconTrash size={18} stroke={1.7} aria-hidden="true" />
      </RowIcon>
    </span>
  )
}
