import { Button } from '@mantine/core'
import { type AdminTeacher, adminLimits, adminRoutes, adminTeacherSorts } from '@penmark/contract'
import { IconShieldOff } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatDate, formatNumber } from '../../../lib/format/format.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx'
import cells from '../../../ui/table/cells.module.css'
import { NarrowRow, RowIcon, TextCell } from '../../../ui/table/cells.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { toast } from '../../../ui/toast/toast.tsx'
import { AdminList, adminKeys, nameOf, type Source } from './admin-list.tsx'
import { LimitsEditor } from './limits-editor.tsx'

const source: Source<AdminTeacher, (typeof adminTeacherSorts)[number]> = {
  key: 'teachers',
  read: (page, signal) => call(adminRoutes.listAllTeachers, page, { signal }),
  count: (filter, signal) => call(adminRoutes.countAllTeachers, filter, { signal }),
  pageSize: adminLimits.teachersFirst,
}

/**
 * The teachers of this installation, twenty at first and more on demand, each with an editor of their
 * allowance.
 */
export function Teachers() {
  const { t, i18n } = useTranslation('admin')
  const [edited, setEdited] = useState<AdminTeacher | null>(null)
  const [removingTwoFactor, setRemovingTwoFactor] = useState<AdminTeacher | null>(null)
  const usageOf = useMemo(
    () => (teacher: AdminTeacher) => {
      const used = formatNumber(i18n, teacher.words_used_current_cycle)
      const limit = teacher.current_plan_word_limit
      return limit === null
        ? t('teachers.unlimited', { used })
        : t('teachers.used', { used, limit: formatNumber(i18n, limit) })
    },
    [t, i18n],
  )
  const columns = useMemo<Column<AdminTeacher>[]>(
    () => [
      {
        id: 'last_name',
        header: t('column.name'),
        cell: (row) => (
          <>
            <TextCell>{nameOf(row)}</TextCell>
            <AccountStatus teacher={row} />
          </>
        ),
        enableSorting: true,
        accessorFn: nameOf,
      },
      {
        id: 'email',
        header: t('column.email'),
        accessorKey: 'email',
        cell: (row) => <TextCell>{row.email}</TextCell>,
      },
      {
        id: 'school_name',
        header: t('column.school'),
        accessorKey: 'school_name',
        cell: (row) => <TextCell>{row.school_name}</TextCell>,
      },
      {
        id: 'current_plan',
        header: t('column.plan'),
        accessorKey: 'current_plan',
        cell: (row) => row.current_plan,
        meta: { width: '6rem' },
      },
      {
        id: 'words',
        header: t('column.words'),
        enableSorting: false,
        cell: (row) => <TextCell>{usageOf(row)}</TextCell>,
        meta: { width: '10rem' },
      },
      {
        id: 'created_at',
        header: t('column.created'),
        accessorKey: 'created_at',
        cell: (row) => formatDate(i18n, row.created_at),
        meta: { width: '8rem', optional: true },
      },
      {
        id: 'actions',
        header: '',
        enableSorting: false,
        cell: (row) => (
          <TeacherActions teacher={row} onEdit={setEdited} onRemoveTwoFactor={setRemovingTwoFactor} />
        ),
        meta: { width: '10rem', align: 'end', label: t('column.actions') },
      },
    ],
    [t, i18n, usageOf],
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
        hideOptionalBelow={90}
        narrowRow={(teacher) => (
          <NarrowRow
            name={nameOf(teacher) ?? teacher.kinde_id}
            about={[accountStatusOf(teacher, t), teacher.email, teacher.current_plan, usageOf(teacher)]}
          >
            <TeacherActions teacher={teacher} onEdit={setEdited} onRemoveTwoFactor={setRemovingTwoFactor} />
          </NarrowRow>
        )}
      />
      <LimitsEditor teacher={edited} onClose={() => setEdited(null)} />
      <TwoFactorRemover teacher={removingTwoFactor} onClose={() => setRemovingTwoFactor(null)} />
    </>
  )
}

type Translate = ReturnType<typeof useTranslation<'admin'>>['t']

/** Whether an imported list has invited or deactivated the account; null if neither. */
function accountStatusOf({ is_active, is_deleted, is_invited }: AdminTeacher, t: Translate): string | null {
  if (!is_active && !is_deleted) return t('teachers.inactive')
  return is_invited ? t('teachers.invited') : null
}

function AccountStatus({ teacher }: { teacher: AdminTeacher }) {
  const { t } = useTranslation('admin')
  const words = accountStatusOf(teacher, t)
  return words && <Badge tone={teacher.is_active ? 'info' : 'neutral'}>{words}</Badge>
}

interface TeacherActionsProps {
  teacher: AdminTeacher
  onEdit: (teacher: AdminTeacher) => void
  onRemoveTwoFactor: (teacher: AdminTeacher) => void
}

function TeacherActions({ teacher, onEdit, onRemoveTwoFactor }: TeacherActionsProps) {
  const { t } = useTranslation('admin')
  const name = nameOf(teacher) ?? teacher.kinde_id
  return (
    <span className={cells.actions}>
      {teacher.has_second_step && (
        <RowIcon
          label={t('second-step.label', { name })}
          title={t('second-step.action')}
          onClick={() => onRemoveTwoFactor(teacher)}
        >
          <IconShieldOff size={18} stroke={1.7} aria-hidden="true" />
        </RowIcon>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={() => onEdit(teacher)}
        aria-label={t('limits.label', { name })}
      >
        {t('limits.action')}
      </Button>
    </span>
  )
}

interface TwoFactorRemoverProps {
  /** Null closes the dialog. */
  teacher: AdminTeacher | null
  onClose: () => void
}

/** Turns off two-factor authentication for a teacher who lost their phone, after confirmation. */
function TwoFactorRemover({ teacher, onClose }: TwoFactorRemoverProps) {
  const { t } = useTranslation('admin')
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: ({ kinde_id }: AdminTeacher) => call(adminRoutes.removeTwoFactor, { kinde_id }),
    onSuccess: () => toast.success(t('second-step.done')),
    onError: (error) => toast.error(t('second-step.failed', { detail: detailOf(error) })),
    onSettled: () => {
      onClose()
      return queryClient.invalidateQueries({ queryKey: adminKeys.list('teachers') })
    },
  })
  const name = teacher ? (nameOf(teacher) ?? teacher.email ?? teacher.kinde_id) : ''
  return (
    <ConfirmDialog
      opened={teacher !== null}
      title={t('second-step.title', { name })}
      confirm={t('second-step.action')}
      destructive
      busy={remove.isPending}
      onConfirm={() => teacher && remove.mutate(teacher)}
      onClose={onClose}
    >
      <p>{t('second-step.text')}</p>
    </ConfirmDialog>
  )
}
