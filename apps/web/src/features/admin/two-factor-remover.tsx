import { type AdminTeacher, adminRoutes } from '@penmark/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { nameOf } from './names.ts'
import { adminKeys } from './use-listing.ts'

interface TwoFactorRemoverProps {
  /** Null closes the dialog. */
  teacher: AdminTeacher | null
  onClose: () => void
}

/** Turns off two-factor authentication for a teacher who lost their phone, after confirmation. */
export function TwoFactorRemover({ teacher, onClose }: TwoFactorRemoverProps) {
  const { t } = useTranslation('admin')
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: ({ kinde_id }: AdminTeacher) => call(adminRoutes.removeTwoFactor, { kinde_id }),
    onSuccess: () => toast.success(t('second-step.done')),
    onError: (error) => toast.error(t('second-step.failed', { detail: detailOf(error) })),
    onSettled: () => {
      onClose()
      return queryClient.invalidateQueries({ queryKey: adminKeys.list('teachers') })
    },
  })
  const name = teacher ? (nameOf(teacher) ?? teacher.email ?? teacher.kinde_id) : ''
  return (
    <ConfirmDialog
      opened={teacher !== null}
      title={t('second-step.title', { name })}
      confirm={t('second-step.action')}
      destructive
      busy={remove.isPending}
      onConfirm={() => teacher && remove.mutate(teacher)}
      onClose={onClose}
    >
      <p>{t('second-step.text')}</p>
    </ConfirmDialog>
  )
}
