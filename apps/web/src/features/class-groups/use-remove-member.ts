import { Problem, routes } from '@penmark/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import type { Outcomes } from '../../lib/call/in-turns.ts'
import { useLeaving } from '../../ui/table/use-leaving.ts'
import { toast } from '../../ui/toast/toast.ts'
import { dropMember, reloadMembers } from './queries.ts'

/** Takes students out of a class, each after the row has left. Who is not in it any more (404) counts as taken out. */
export function useRemoveMember(classId: string) {
  const { t } = useTranslation('classes')
  const queryClient = useQueryClient()
  const act = useCallback(
    async (student_id: string) => {
      await call(routes.removeClassStudent, { id: classId, student_id }, { keepalive: true }).catch((thrown: unknown) => {
        if (!(thrown instanceof Problem && thrown.code === 'not_found')) throw thrown
      })
      dropMember(queryClient, classId, student_id)
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
  return useLeaving({ act, onDone })
}
