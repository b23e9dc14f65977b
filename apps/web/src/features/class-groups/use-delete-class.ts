import { Problem, teacherRoutes } from '@penmark/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Outcomes } from '../../lib/call/batch.ts'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { useLeaving } from '../../ui/table/use-leaving.ts'
import { toast } from '../../ui/toast/toast.ts'
import { reloadMembers, removeCachedClassGroup } from './queries.ts'

const isGone = (thrown: unknown) => thrown instanceof Problem && thrown.code === 'not_found'

/** Deletes classes after their rows have animated out. A class already gone counts as deleted. */
export function useDeleteClass() {
  const { t } = useTranslation('classes')
  const queryClient = useQueryClient()
  const removeRow = useCallback(
    async (id: string) => {
      await call(teacherRoutes.deleteClassGroup, { id }, { keepalive: true }).catch((thrown: unknown) => {
        if (!isGone(thrown)) throw thrown
      })
      removeCachedClassGroup(queryClient, id)
    },
    [queryClient],
  )
  const onDone = useCallback(
    (outcomes: Outcomes<string>) => {
      const failed = outcomes.find(({ failure }) => failure !== null)
      if (failed) toast.error(t('deleteFailed', { detail: detailOf(failed.failure) }))
      else toast.success(t('deleted'))
      void reloadMembers(queryClient)
      void queryClient.invalidateQueries({ queryKey: ['documents'] })
    },
    [queryClient, t],
  )
  return useLeaving({ removeRow, onDone })
}
