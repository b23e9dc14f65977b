import type { ClassGroup } from '@penmark/contract'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { classAddress } from '../../../lib/addresses/addresses.ts'
import { className, formatNumber } from '../../../lib/format/format.ts'
import cells from '../../../ui/table/cells.module.css'
import { RowIcon, RowIconLink, RowLink } from '../../../ui/table/cells.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { RemovalState } from '../../../ui/table/use-row-removal.ts'
import layout from '../../../ui/theme/layout.module.css'
import text from '../../../ui/theme/text.module.css'
import classes from './class-groups.module.css'

interface ClassListProps {
  classGroups: ClassGroup[]
  loading: boolean
  empty: ReactNode
  leaving: ReadonlyMap<string, RemovalState>
  onDelete: (classGroup: ClassGroup) => void
}

/** The teacher's classes, by name. */
export function ClassList({ classGroups, loading, empty, leaving, onDelete }: ClassListProps) {
  const { t, i18n } = useTranslation('classes')
  const columns = useMemo<Column<ClassGroup>[]>(
    () => [
      {
        id: 'class_name',
        header: t('column.name'),
        accessorFn: ({ class_name, academic_year }) =>
          `${class_name.toLocaleLowerCase()} ${academic_year ?? ''}`,
        cell: (row) => (
          <Link to={classAddress(row.id)} className={classes.name} title={row.class_name}>
            {row.class_name}
          </Link>
        ),
      },
      {
        id: 'academic_year',
        header: t('column.year'),
        accessorFn: ({ academic_year }) => academic_year ?? '',
        cell: (row) => row.academic_year ?? <span className={text.note}>–</span>,
        meta: { width: '12rem' },
      },
      {
        id: 'students',
        header: t('column.students'),
        accessorFn: ({ student_ids }) => student_ids.length,
        cell: (row) => formatNumber(i18n, row.student_ids.length),
        meta: { width: '8rem', align: 'end' },
      },
      {
        id: 'actions',
        header: '',
        enableSorting: false,
        cell: (row) => <ClassActions classGroup={row} onDelete={onDelete} />,
        meta: { width: '12rem', align: 'end', label: t('column.actions') },
      },
    ],
    [t, i18n, onDelete],
  )
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={classGroups}
      rowId={({ id }) => id}
      defaultSort={{ id: 'class_name', desc: false }}
      skeletonRows={loading ? 4 : undefined}
      empty={empty}
      rowState={({ id }) => leaving.get(id)}
      narrowRow={(classGroup) => (
        <div className={layout.between}>
          <div className={classes.narrowWords}>
            <Link to={classAddress(classGroup.id)} className={classes.name}>
              {className(classGroup)}
            </Link>
            <span className={text.note}>{t('students', { count: classGroup.student_ids.length })}</span>
          </div>
          <ClassActions classGroup={classGroup} onDelete={onDelete} />
        </div>
      )}
    />
  )
}

function ClassActions({
  classGroup,
  onDelete,
}: {
  classGroup: ClassGroup
  onDelete: (classGroup: ClassGroup) => void
}) {
  const { t } = useTranslation('classes')
  const name = className(classGroup)
  return (
    <span className={cells.actions}>
      <RowLink to={classAddress(classGroup.id)} label={t('view.label', { name })}>
        {t('view')}
      </RowLink>
      <RowIconLink
        to={classAddress(classGroup.id, 'edit')}
        label={t('edit.label', { name })}
        title={t('edit')}
      >
        <IconPencil size={18} stroke={1.7} aria-hidden="true" />
      </RowIconLink>
      <RowIcon onClick={() => onDelete(classGroup)} label={t('delete.label', { name })} title={t('delete')}>
        <IconTrash size={18} stroke={1.7} aria-hidden="true" />
      </RowIcon>
    </span>
  )
}
