import { Button } from '@mantine/core'
import { type AdminTeacher, adminLimits, adminTeacherSorts, routes } from '@penmark/contract'
import { IconShieldOff } from '@tabler/icons-react'
import type { ColumnDef } from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call/call.ts'
import { showDay, showNumber } from '../../lib/format/format.ts'
import { Line, Narrow } from '../../ui/table/line.tsx'
import { RowIcon } from '../../ui/table/row-button.tsx'
import classes from './admin.module.css'
import { AdminList } from './admin-list.tsx'
import { LimitsEditor } from './limits-editor.tsx'
import { nameOf } from './names.ts'
import { SecondStepRemover } from './second-step-remover.tsx'
import type { Source } from './use-listing.ts'

const source: Source<AdminTeacher, (typeof adminTeacherSorts)[number]> = {
  key: 'teachers',
  read: (page, signal) => call(routes.listAllTeachers, page, { signal }),
  count: (filter, signal) => call(routes.countAllTeachers, filter, { signal }),
  pageSize: adminLimits.teachersFirst,
}

/** The teachers of this installation, the first twenty and more on demand, each with an editor of their allowance. */
export function Teachers() {
  const { t, i18n } = useTranslation('admin')
  const [edited, setEdited] = useState<AdminTeacher | null>(null)
  const [freed, setFreed] = useState<AdminTeacher | null>(null)
  const words = useMemo(
    () => (teacher: AdminTeacher) => {
      const used = showNumber(i18n, teacher.words_used_current_cycle)
      const limit = teacher.current_plan_word_limit
      return limit === null ? t('teachers.unlimited', { used }) : t('teachers.used', { used, limit: showNumber(i18n, limit) })
    },
    [t, i18n],
  )
  const columns = useMemo<ColumnDef<AdminTeacher>[]>(
    () => [
      {
        id: 'last_name',
        header: t('column.name'),
        cell: ({ row }) => <Line>{nameOf(row.original)}</Line>,
        enableSorting: true,
        accessorFn: nameOf,
      },
      { id: 'email', header: t('column.email'), accessorKey: 'email', cell: ({ row }) => <Line>{row.original.email}</Line> },
      {
        id: 'school_name',
        header: t('column.school'),
        accessorKey: 'school_name',
        cell: ({ row }) => <Line>{row.original.school_name}</Line>,
      },
      {
        id: 'current_plan',
        header: t('column.plan'),
        accessorKey: 'current_plan',
        cell: ({ row }) => row.original.current_plan,
        meta: { width: '6rem' },
      },
      {
        id: 'words',
        header: t('column.words'),
        enableSorting: false,
        cell: ({ row }) => <Line>{words(row.original)}</Line>,
        meta: { width: '10rem' },
      },
      {
        id: 'created_at',
        header: t('column.created'),
        accessorKey: 'created_at',
        cell: ({ row }) => showDay(i18n, row.original.created_at),
        meta: { width: '8rem', roomy: true },
      },
      {
        id: 'actions',
        header: '',
        enableSorting: false,
        cell: ({ row }) => <Deeds teacher={row.original} onEdit={setEdited} onFree={setFreed} />,
        meta: { width: '10rem', align: 'end', label: t('column.actions') },
      },
    ],
    [t, i18n, words],
  )
  return (
    <>
      <AdminList
        source={source}
        sorts={adminTeacherSorts}
        defaultSort={{ id: 'created_at', desc: true }}
        label={t('teachers')}
        search={t('teachers.search')}
        empty={t('teachers.empty')}
        moreButton={t('teachers.more')}
        columns={columns}
        narrowBelow={75}
        tightBelow={90}
        narrowRow={(teacher) => (
          <Narrow name={nameOf(teacher) ?? teacher.kinde_id} about={[teacher.email, teacher.current_plan, words(teacher)]}>
            <Deeds teacher={teacher} onEdit={setEdited} onFree={setFreed} />
          </Narrow>
        )}
      />
      <LimitsEditor teacher={edited} onClose={() => setEdited(null)} />
      <SecondStepRemover teacher={freed} onClose={() => setFreed(null)} />
    </>
  )
}

interface DeedsProps {
  teacher: AdminTeacher
  onEdit: (teacher: AdminTeacher) => void
  /** Of the second step. */
  onFree: (teacher: AdminTeacher) => void
}

function Deeds({ teacher, onEdit, onFree }: DeedsProps) {
  const { t } = useTranslation('admin')
  const name = nameOf(teacher) ?? teacher.kinde_id
  return (
    <span className={classes.actions}>
      {teacher.has_second_step && (
        <RowIcon label={t('second-step.label', { name })} title={t('second-step.action')} onClick={() => onFree(teacher)}>
          <IconShieldOff size={18} stroke={1.7} aria-hidden="true" />
        </RowIcon>
      )}
      <Button size="compact-sm" variant="subtle" onClick={() => onEdit(teacher)} aria-label={t('limits.label', { name })}>
        {t('limits.action')}
      </Button>
    </span>
  )
}
