import type { ClassGroup, Student } from '@penmark/contract'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { AddStudents } from './add-students.tsx'
import { CallFailed } from './call-failed.tsx'
import { MembersTable } from './members-table.tsx'
import { useMembers } from './queries.ts'
import { useRemoveMember } from './use-remove-member.ts'

/** The students of a class; in edit mode with what changes who is in it. */
export function Members({ classGroup, editing }: { classGroup: ClassGroup; editing: boolean }) {
  const { t } = useTranslation('classes')
  const members = useMembers(classGroup.id)
  const { leaving, remove } = useRemoveMember(classGroup.id)
  const onRemove = useCallback((student: Student) => remove(student.id), [remove])
  return (
    <>
      {editing ? <AddStudents classGroup={classGroup} /> : <Notice tone="info">{t('members.hint')}</Notice>}
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
