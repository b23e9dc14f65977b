import { Button } from '@mantine/core'
import { type ClassGroup, Problem, rosterRoutes, type Student } from '@penmark/contract'
import { IconPencil, IconUserMinus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { studentInClassAddress } from '../../../lib/addresses/addresses.ts'
import type { Outcomes } from '../../../lib/call/batch.ts'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { studentName } from '../../../lib/format/format.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import { EmptyState } from '../../../ui/page-state/page-state.tsx'
import cells from '../../../ui/table/cells.module.css'
import { LinkCell, RowIcon, RowIconLink, RowLink } from '../../../ui/table/cells.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { type RemovalState, useRowRemoval } from '../../../ui/table/use-row-removal.ts'
import layout from '../../../ui/theme/layout.module.css'
import textClasses from '../../../ui/theme/text.module.css'
import { toast } from '../../../ui/toast/toast.tsx'
import { AddStudents } from './add-students.tsx'
import classes from './class-groups.module.css'
import { CallFailed } from './missing.tsx'
import { reloadMembers, removeCachedMember, useMembers } from './queries.ts'

interface MembersProps {
  classGroup: ClassGroup
  editing: boolean
  onEdit: () => void
}

/** The students of a class; in edit mode membership can be changed. */
export function Members({ classGroup, editing, onEdit }: MembersProps) {
  const { t } = useTranslation('classes')
  const members = useMembers(classGroup.id)
  const { leaving, remove } = useRemoveMember(classGroup.id)
  const onRemove = useCallback((student: Student) => remove(student.id), [remove])
  return (
    <>
      {editing ? (
        <AddStudents classGroup={classGroup} />
      ) : (
        <Notice
          tone="info"
          action={
            <Button variant="default" onClick={onEdit}>
              {t('members.add')}
            </Button>
          }
        >
          {t('members.hint')}
        </Notice>
      )}
      {members.isError && !members.data ? (
        <CallFailed onRetry={() => void members.refetch()} error={members.error}>
          {(detail) => t('studentsFailed', { detail })}
        </CallFailed>
      ) : (
        <MembersTable
          classId={classGroup.id}
          students={members.data ?? []}
          loading={members.isPending}
          empty={<EmptyState>{t(editing ? 'members.emptyEditing' : 'members.empty')}</EmptyState>}
          editing={editing}
          leaving={leaving}
          onRemove={onRemove}
        />
      )}
    </>
  )
}

/**
 * Removes students from a class after their rows have animated out. A student who is no longer in it (404)
 * counts as removed.
 */
function useRemoveMember(classId: string) {
  const { t } = useTranslation('classes')
  const queryClient = useQueryClient()
  const removeRow = useCallback(
    async (student_id: string) => {
      await call(rosterRoutes.removeClassStudent, { id: classId, student_id }, { keepalive: true }).catch(
        (thrown: unknown) => {
          if (!(thrown instanceof Problem && thrown.code === 'not_found')) throw thrown
        },
      )
      await removeCachedMember(queryClient, classId, student_id)
    },
    [classId, queryClient],
  )
  const onDone = useCallback(
    (outcomes: Outcomes<string>) => {
      const failed = outcomes.find(({ failure }) => failure !== null)
      if (failed) toast.error(t('removeFailed', { detail: detailOf(failed.failure) }))
      else toast.success(t('removed'))
      void reloadMembers(queryClient)
    },
    [queryClient, t],
  )
  return useRowRemoval({ removeRow, onDone })
}

interface MembersTableProps {
  classId: string
  students: Student[]
  loading: boolean
  empty: ReactNode
  /** In edit mode students can be edited and removed from the class. */
  editing: boolean
  leaving: ReadonlyMap<string, RemovalState>
  onRemove: (student: Student) => void
}

/** The students of a class, by last name. */
function MembersTable({ classId, students, loading, empty, editing, leaving, onRemove }: MembersTableProps) {
  const { t } = useTranslation('classes')
  const columns = useMemo<Column<Student>[]>(() => {
    const textColumn = (
      id: 'first_name' | 'last_name' | 'email' | 'external_student_id',
    ): Column<Student> => ({
      id,
      header: t(`column.${id}`),
      accessorFn: (student) => student[id]?.toLocaleLowerCase() ?? '',
      cell: (row) => {
        const text = row[id]
        if (text && (id === 'first_name' || id === 'last_name')) {
          return <LinkCell to={studentInClassAddress(classId, row.id)}>{text}</LinkCell>
        }
        return text ? <span title={text}>{text}</span> : <span className={textClasses.note}>–</span>
      },
    })
    return [
      textColumn('first_name'),
      textColumn('last_name'),
      textColumn('email'),
      { ...textColumn('external_student_id'), meta: { width: '10rem' } },
      {
        id: 'actions',
        header: '',
        enableSorting: false,
        cell: (row) => (
          <MemberActions classId={classId} student={row} editing={editing} onRemove={onRemove} />
        ),
        meta: { width: '10rem', align: 'end', label: t('column.actions') },
      },
    ]
  }, [t, classId, editing, onRemove])
  return (
    <DataTable
      label={t('members.table')}
      columns={columns}
      rows={students}
      rowId={({ id }) => id}
      defaultSort={{ id: 'last_name', desc: false }}
      skeletonRows={loading ? 4 : undefined}
      empty={empty}
      rowState={({ id }) => leaving.get(id)}
      narrowBelow={64}
      narrowRow={(student) => (
        <div className={layout.between}>
          <div className={classes.narrowWords}>
            <Link to={studentInClassAddress(classId, student.id)} className={classes.name}>
              {studentName(student)}
            </Link>
            <span className={textClasses.note}>
              {[student.email, student.external_student_id].filter(Boolean).join(' · ') || '–'}
            </span>
          </div>
          <MemberActions classId={classId} student={student} editing={editing} onRemove={onRemove} />
        </div>
      )}
    />
  )
}

type MemberActionsProps = Pick<MembersTableProps, 'classId' | 'editing' | 'onRemove'> & { student: Student }

function MemberActions({ classId, student, editing, onRemove }: MemberActionsProps) {
  const { t } = useTranslation('classes')
  const name = studentName(student)
  return (
    <span className={cells.actions}>
      <RowLink to={studentInClassAddress(classId, student.id)} label={t('view.label', { name })}>
        {t('view')}
      </RowLink>
      {editing && (
        <>
          <RowIconLink
            to="/students"
            state={{ studentToEdit: student, returnTo: 'class', classId }}
            label={t('edit.label', { name })}
            title={t('edit')}
          >
            <IconPencil size={18} stroke={1.7} aria-hidden="true" />
          </RowIconLink>
          <RowIcon onClick={() => onRemove(student)} label={t('remove.label', { name })} title={t('remove')}>
            <IconUserMinus size={18} stroke={1.7} aria-hidden="true" />
          </RowIcon>
        </>
      )}
    </span>
  )
}
