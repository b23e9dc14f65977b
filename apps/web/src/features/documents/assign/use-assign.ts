import { teacherRoutes } from '@penmark/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { describeFailures, runBatch } from '../../../lib/call/batch.ts'
import { call } from '../../../lib/call/call.ts'
import { toast } from '../../../ui/toast/toast.tsx'
import { documentKeys } from '../queries.ts'
import type { Assignee } from './assignee.ts'

/** One call. An absent id stays unchanged; null clears it. */
export interface Assignment extends Partial<Assignee> {
  id: string
}

/**
 * Assigns several documents, one call each, and shows how many. Resolves to the assigned ids. With `nameOf`,
 * failures are listed by name and reason instead of only counted.
 */
export function useAssignMany(nameOf?: (id: string) => string) {
  const { t } = useTranslation('documents')
  const queryClient = useQueryClient()
  return useCallback(
    async (assignments: readonly Assignment[]): Promise<ReadonlySet<string>> => {
      const outcomes = await runBatch(assignments, (assignment) =>
        call(teacherRoutes.assignDocument, assignment),
      ).done
      const failures = outcomes.filter(({ failure }) => failure !== null)
      const assigned = new Set(outcomes.filter(({ failure }) => failure === null).map(({ item }) => item.id))
      if (nameOf && failures.length > 0) {
        toast.error(t('bulk.assignFailed', { detail: describeFailures(failures, ({ id }) => nameOf(id)) }))
      }
      if (assigned.size > 0)
        toast.success(t('bulk.assigned', { done: assigned.size, failed: failures.length }))
      else if (!nameOf) toast.error(t('assign.noneMade'))
      await queryClient.invalidateQueries({ queryKey: documentKeys.all })
      return assigned
    },
    [nameOf, queryClient, t],
  )
}
