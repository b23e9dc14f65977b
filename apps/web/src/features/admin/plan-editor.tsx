import { Button } from '@mantine/core'
import { type AdminTeacher, adminRoutes } from '@penmark/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { toast } from '../../ui/toast/toast.ts'
import classes from './admin.module.css'
import { adminKeys } from './use-listing.ts'

interface PlanEditorProps {
  teacher: AdminTeacher
  onDone: () => void
}

/** Gives or takes away the plan agreed with sales. */
export function PlanEditor({ teacher, onDone }: PlanEditorProps) {
  const { t } = useTranslation('admin')
  const queryClient = useQueryClient()
  const hasSchools = teacher.current_plan === 'SCHOOLS'
  const give = useMutation({
    mutationFn: () => call(adminRoutes.changePlan, { kinde_id: teacher.kinde_id, plan: hasSchools ? 'FREE' : 'SCHOOLS' }),
    onSuccess: ({ current_plan }) => {
      toast.success(t('plan.changed', { plan: current_plan }))
      void queryClient.invalidateQueries({ queryKey: adminKeys.list('teachers') })
      void queryClient.invalidateQueries({ queryKey: ['profile'] })
      onDone()
    },
  })
  return (
    <div>
      {give.isError && <Notice tone="error">{t('plan.failed', { detail: detailOf(give.error) })}</Notice>}
      <Button variant="default" size="compact-sm" loading={give.isPending} onClick={() => give.mutate()}>
        {t(hasSchools ? 'plan.take' : 'plan.give')}
      </Button>
      <p className={classes.soft}>{t(hasSchools ? 'plan.take.text' : 'plan.give.text')}</p>
    </div>
  )
}
