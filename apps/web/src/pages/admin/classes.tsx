import { ActionIcon } from '@mantine/core'
import { type AdminClassGroup, adminClassSorts, adminRoutes } from '@penmark/contract'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../../features/operations/admin/admin.module.css'
import { AdminList, ownerOf, type Source } from '../../features/operations/admin/admin-list.tsx'
import { call } from '../../lib/call/call.ts'
import { className, formatNumber } from '../../lib/format/format.ts'
import cells from '../../ui/table/cells.module.css'
import { NarrowRow, TextCell } from '../../ui/table/cells.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { AdminOnly } from './admin-only.tsx'

export default function AdminClassesPage() {
  const { t } = useTranslation('admin')
  return (
    <AdminOnly title={t('card.classes')} lead={t('classes.lead')} refusal={t('required')}>
      <AllClasses />
    </AdminOnly>
  )
}

const source: Source<AdminClassGroup, (typeof adminClassSorts)[number]> = {
  key: 'classes',
  read: (page, signal) => call(adminRoutes.listAllClassGroups, page, { signal }),
  count: (filter, signal) => call(adminRoutes.countAllClassGroups, filter, { signal }),
  pageSize: 100,
}

/** The classes of all teachers. */
function AllClasses() {
  const { t, i18n } = useTranslation('admin')
  const columns = useMemo<Column<AdminClassGroup>[]>(
    () => [
      {
        id: 'class_name',
        header: t('column.class'),
        accessorKey: 'class_name',
        cell: (row) => <TextCell>{row.class_name}</TextCell>,
      },
      {
        id: 'academic_year',
        header: t('column.year'),
        accessorKey: 'academic_year',
        cell: (row) => <TextCell>{row.academic_year}</TextCell>,
        meta: { width: '9rem' },
      },
      {
        id: 'teacher',
        header: t('column.teacher'),
        accessorFn: ownerOf,
        cell: (row) => <TextCell title={row.teacher_email ?? ''}>{ownerOf(row)}</TextCell>,
      },
      {
        id: 'student_count',
        header: t('column.students'),
        accessorKey: 'student_count',
        cell: (row) => <span className={classes.number}>{formatNumber(i18n, row.student_count)}</span>,
        meta: { width: '8rem', align: 'end' },
      },
      {
        id: 'actions',
        header: t('column.actions'),
        enableSorting: false,
        cell: (row) => <DisabledActions group={row} />,
        meta: { width: '7rem', align: 'end' },
      },
    ],
    [t, i18n],
  )
  return (
    <AdminList
      source={source}
      sorts={adminClassSorts}
      defaultSort={{ id: 'class_name', desc: false }}
      label={t('classes')}
      search={t('classes.search')}
      empty={t('classes.empty')}
      columns={columns}
      narrowBelow={48}
      narrowRow={(group) => (
        <NarrowRow
          name={className(group)}
          about={[
            ownerOf(group),
            t('classes.students', {
              count: group.student_count,
              shown: formatNumber(i18n, group.student_count),
            }),
          ]}
        />
      )}
    />
  )
}

/** Only its teacher can change a class; the titles of these two buttons say so. */
function DisabledActions({ group }: { group: AdminClassGroup }) {
  const { t } = useTranslation('admin')
  const name = className(group)
  const buttonProps = {
    variant: 'subtle',
    color: 'gray',
    'aria-disabled': true,
    'data-disabled': true,
    title: t('classes.why'),
  } as const
  return (
    <span className={cells.actions}>
      <ActionIcon {...buttonProps} aria-label={t('classes.edit', { name })}>
        <IconPencil size={18} stroke={1.7} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon {...buttonProps} aria-label={t('classes.delete', { name })}>
        <IconTrash size={18} stroke={1.7} aria-hidden="true" />
      </ActionIcon>
    </span>
  )
}
