import { ownDataRoutes, type RetentionInput, teacherRoutes } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call/call.ts'
import { retentionKey } from './retention-notice.tsx'

/** What a setting would erase; disabled without `input`. */
export function useRetentionPreview(input: RetentionInput | null) {
  return useQuery({
    queryKey: ['retention-preview', input],
    queryFn: () => call(ownDataRoutes.previewRetention, input ?? { days: null, classes: [] }),
    enabled: input !== null,
    staleTime: 0,
    gcTime: 0,
  })
}

export function useSaveRetention() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: RetentionInput) => call(ownDataRoutes.saveRetention, input),
    onSuccess: (saved) => queryClient.setQueryData(retentionKey, saved),
  })
}

/** Classes to choose from. */
export function useClassNames() {
  return useQuery({
    queryKey: ['class-groups', 'choice'],
    queryFn: () => call(teacherRoutes.listClassGroups, {}),
    staleTime: 10_000,
  })
}
