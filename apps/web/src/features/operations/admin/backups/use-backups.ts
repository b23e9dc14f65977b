import { adminRoutes, type BackupRun } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../lib/call/call.ts'
import { detailOf } from '../../../../lib/call/failure.ts'
import { toast } from '../../../../ui/toast/toast.tsx'
import { adminKeys } from '../admin-list.tsx'

const backupsKey = adminKeys.list('backups')
/** Also polled while idle, since a backup may be started elsewhere. */
const pollEveryMs = { busy: 1_000, idle: 15_000 } as const

export const isUnderway = (run: BackupRun | null | undefined) =>
  run?.state === 'waiting' || run?.state === 'running'

/** The backups of the installation, polled. */
export function useBackups() {
  return useQuery({
    queryKey: backupsKey,
    queryFn: ({ signal }) => call(adminRoutes.listBackups, {}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isUnderway(state.data?.run) ? pollEveryMs.busy : pollEveryMs.idle),
  })
}

/** Runs an action on backups: shows a failure, and reloads the list. */
export function useBackupAction<Input = void>(action: (input: Input) => Promise<unknown>, done?: string) {
  const { t } = useTranslation('admin')
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: action,
    onSuccess: () => done !== undefined && toast.success(done),
    onError: (error) => toast.error(t('backups.failed', { detail: detailOf(error) })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: backupsKey }),
  })
}
