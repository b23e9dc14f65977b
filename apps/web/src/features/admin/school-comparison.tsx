import { Checkbox } from '@mantine/core'
import { schoolComparisonRoutes } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx'
import { FailedNotice, Notice } from '../../ui/notice/notice.tsx'
import { SectionHeader } from '../../ui/page-header/page-header.tsx'
import { toast } from '../../ui/toast/toast.tsx'
import classes from './admin.module.css'

const queryKey = ['admin', 'school-comparison']

/** Whether texts are compared across the teachers of the installation, and what that shows to whom. */
export function SchoolComparisonSwitch() {
  const { t } = useTranslation('admin')
  const queryClient = useQueryClient()
  const [ending, setEnding] = useState(false)
  const { data, isError, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(schoolComparisonRoutes.readSchoolComparisonSetting, {}, { signal }),
  })
  const change = useMutation({
    mutationFn: (is_on: boolean) => call(schoolComparisonRoutes.switchSchoolComparison, { is_on }),
    onSuccess: (changed) => {
      queryClient.setQueryData(queryKey, changed)
      void queryClient.invalidateQueries({ queryKey: ['school-comparison'] })
    },
    onError: (failure) => toast.error(t('school.failed', { detail: detailOf(failure) })),
    onSettled: () => setEnding(false),
  })
  return (
    <section className={classes.reviewers} aria-label={t('school.title')}>
      <SectionHeader title={t('school.title')} />
      {isError && !data && (
        <FailedNotice onRetry={() => void refetch()}>
          {t('failed.load', { detail: detailOf(error) })}
        </FailedNotice>
      )}
      {data?.is_possible === false && <Notice tone="info">{t('school.impossible')}</Notice>}
      {data?.is_possible && (
        <>
          <p className={classes.figuresNote}>{t('school.told')}</p>
          <p className={classes.figuresNote}>{t('school.notTold')}</p>
          <Checkbox
            label={t('school.switch')}
            description={t('school.switch.text')}
            checked={data.is_on}
            disabled={change.isPending}
            onChange={({ currentTarget }) => (currentTarget.checked ? change.mutate(true) : setEnding(true))}
          />
          <ConfirmDialog
            opened={ending}
            title={t('school.off.title')}
            confirm={t('school.off')}
            destructive
            busy={change.isPending}
            onClose={() => setEnding(false)}
            onConfirm={() => change.mutate(false)}
          >
            {t('school.off.text')}
          </ConfirmDialog>
        </>
      )}
    </section>
  )
}
