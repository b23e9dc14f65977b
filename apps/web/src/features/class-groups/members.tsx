import { Button } from '@mantine/core'
import { type ClassGroup, Problem, type Student, teacherRoutes } from '@penmark/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Outcomes } from '../../lib/call/batch.ts'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { useLeaving } from '../../ui/table/use-leaving.ts'
import { toast } from '../../ui/toast/toast.ts'
import { AddStudents } from './add-students.tsx'
import { MembersTable } from './members-table.tsx'
import { CallFailed } from './missing.tsx'
import { reloadMembers, removeCachedMember, useMembers } from './queries.ts'

interface MembersProps {
  classGroup: ClassGroup
  editing: boolean
  /** For a narrow column: a student takes two lines. */
  compact?: boolean
  onEdit: () => void
}

/** The students of a class; in edit mode membership can be changed. */
export function Members({ classGroup, editing, compact = false, onEdit }: MembersProps) {
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
          compact={compact}
          leaving={leaving}
          onRemove={onRemove}
        />
      )}
    </>
  )
}

/** Removes students from a class after their rows have animated out. Someone no longer in it (404) counts as removed. */
function useRemoveMember(classId: string) {
  const { t } = useTranslation('classes')
  const queryClient = useQueryClient()
  const removeRow = useCallback(
    async (student_id: string) => {
      await call(teacherRoutes.removeClassStudent, { id: classId, student_id }, { keepalive: true }).catch((thrown: unknown) => {
        if (!(thrown instanceof Problem && thrown.code === 'not_found')) throw thrown
      })
      removeCachedMember(queryClient, classId, student_id)
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
  return useLeaving({ removeRow, onDone })
}
