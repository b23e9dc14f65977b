import { routes, type Student } from '@penmark/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call/call.ts'
import { inTurns, named } from '../../lib/call/in-turns.ts'
import { studentName } from '../../lib/names/names.ts'
import { toast } from '../../ui/toast/toast.ts'
import { reloadMembers } from './queries.ts'

/** Puts students into a class, one call for each, and says what became of them all. Gives back the ids that were added. */
export function useAddMembers(classId: string) {
  const { t } = useTranslation('classes')
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (students: readonly Student[]) =>
      inTurns(students, ({ id }) => call(routes.addClassStudent, { id: classId, student_id: id })).done,
    onSuccess: async (outcomes) => {
      const failures = outcomes.filter(({ failure }) => failure !== null)
      const added = outcomes.length - failures.length
      const reasons = named(failures, studentName)
      if (failures.length === 0) toast.success(added === 1 ? t('add.one') : t('add.done', { count: added }))
      else if (added === 0) toast.error(t('add.failed', { reasons }))
      else toast.error(t('add.mixed', { added, failed: failures.length, reasons }))
      await reloadMembers(queryClient)
    },
  })
}
