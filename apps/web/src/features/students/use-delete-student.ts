import { Problem, type Student, teacherRoutes } from '@penmark/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Outcomes } from '../../lib/call/batch.ts'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { useLeaving } from '../../ui/table/use-leaving.ts'
import { toast } from '../../ui/toast/toast.ts'
import { invalidateStudents, leaveClass, type Pages, studentKeys } from './queries.ts'

/** Deletes a student while the row animates out: first from every class, then the student. */
export function useDeleteStudent() {
  const { t } = useTranslation(['students', 'problem'])
  const queryClient = useQueryClient()
  const known = useRef(new Map<string, Student>())

  const removeRow = useCallback(
    async (id: string) => {
      try {
        for (const classId of known.current.get(id)?.class_group_ids ?? []) await leaveClass(classId, id)
      } catch (thrown) {
        throw thrown instanceof Problem
          ? new Problem(thrown.code, t('class.removeFailed', { detail: thrown.message }), { cause: thrown })
          : thrown
      }
      await call(teacherRoutes.deleteStudent, { id }, { keepalive: true })
      queryClient.setQueriesData<Pages>(
        { queryKey: studentKeys.pages },
        (kept) => kept && { ...kept, pages: kept.pages.map((page) => page.filter((student) => student.id !== id)) },
      )
    },
    [queryClient, t],
  )
  const onDone = useCallback(
    (outcomes: Outcomes<string>) => {
      for (const { item, failure } of outcomes) {
        if (failure === null) toast.success(t('delete.done'))
        else toast.error(failure instanceof Problem ? t('delete.failed', { detail: detailOf(failure) }) : t('problem:unexpected'))
        known.current.delete(item)
      }
      void invalidateStudents(queryClient)
    },
    [queryClient, t],
  )
  const { leaving, remove } = useLeaving({ removeRow, onDone })
  const deleteStudent = useCallback(
    (student: Student) => {
      known.current.set(student.id, student)
      remove(student.id)
    },
    [remove],
  )
  return { leaving, deleteStudent }
}
