import { Button } from '@mantine/core'
import { adminRoutes, type StorageUse } from '@penmark/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../lib/call/call.ts'
import { detailOf } from '../../../../lib/call/failure.ts'
import { formatNumber } from '../../../../lib/format/format.ts'
import { Notice } from '../../../../ui/notice/notice.tsx'
import { toast } from '../../../../ui/toast/toast.tsx'
import { adminKeys } from '../admin-list.tsx'

/**
 * Why the hourly sweep of files without a document removed nothing, and the administrator's word that it may.
 */
export function HeldSweep({ sweep: { held, files, of } }: { sweep: NonNullable<StorageUse['sweep']> }) {
  const { t, i18n } = useTranslation('admin')
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (agreed: number) => call(adminRoutes.allowSweep, { files: agreed }),
    onSuccess: () => toast.success(t('storage.sweep.allowed')),
    onError: (error) => toast.error(t('storage.sweep.failed', { detail: detailOf(error) })),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: adminKeys.list('storage') })
      await queryClient.invalidateQueries({ queryKey: ['admin', 'installation'] })
    },
  })
  if (held === 'installation' || files === null || of === null)
    return <Notice tone="error">{t('storage.sweep.installation')}</Notice>
  return (
    <Notice
      tone="warning"
      action={
        <Button variant="default" loading={isPending} onClick={() => mutate(files)}>
          {t('storage.sweep.allow')}
        </Button>
      }
    >
      {t(`storage.sweep.${held}`, {
        count: files,
        shown: formatNumber(i18n, files),
        total: formatNumber(i18n, of),
      })}
    </Notice>
  )
}
