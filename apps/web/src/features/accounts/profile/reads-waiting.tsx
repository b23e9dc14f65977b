import { Checkbox } from '@mantine/core'
import { waitingRoutes } from '@penmark/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'

/** Whether documents that wait for words are read without being asked for. */
export function ReadsWaiting({ reads }: { reads: boolean }) {
  const { t } = useTranslation('profile')
  const queryClient = useQueryClient()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (reads_waiting: boolean) => call(waitingRoutes.saveReadsWaiting, { reads_waiting }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['profile'] }),
  })
  return (
    <Checkbox
      mt="md"
      label={t('usage.reads')}
      description={t('usage.reads.note')}
      checked={isPending ? variables : reads}
      disabled={isPending}
      error={error?.message}
      onChange={({ currentTarget }) => mutate(currentTarget.checked)}
    />
  )
}
