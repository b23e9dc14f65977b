import { Button } from '@mantine/core'
import { teacherRoutes } from '@penmark/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { toast } from '../../ui/toast/toast.tsx'

/** Explains the sample documents, and removes them with one click. */
export function SamplesNotice() {
  const { t } = useTranslation('documents')
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(teacherRoutes.removeSamples, {}),
    onSuccess: async () => {
      // Lists, counters, the class and this notice itself.
      await client.invalidateQueries()
      toast.success(t('samples.removed'))
    },
    onError: (error) => toast.error(t('samples.failed', { detail: detailOf(error) })),
  })
  return (
    <Notice
      tone="info"
      action={
        <Button variant="default" loading={isPending} onClick={() => mutate()}>
          {t('samples.remove')}
        </Button>
      }
    >
      {t('samples.what')}
    </Notice>
  )
}
