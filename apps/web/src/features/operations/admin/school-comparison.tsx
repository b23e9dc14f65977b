import { Checkbox } from '@mantine/core'
import { adminRoutes, schoolComparisonRoutes } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatDate, formatNumber } from '../../../lib/format/format.ts'
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx'
import { FailedNotice, Notice } from '../../../ui/notice/notice.tsx'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import { toast } from '../../../ui/toast/toast.tsx'
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
          {data.is_on && <UnusualMeetings />}
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

/** Unusual entries that are shown; the audit log has all. */
const entriesShown = 10

/** Teachers of whom very many documents met the same text of a colleague. Nothing while there are none. */
function UnusualMeetings() {
  const { t, i18n } = useTranslation('admin')
  const { data } = useQuery({
    queryKey: [...queryKey, 'unusual'],
    queryFn: ({ signal }) =>
      call(adminRoutes.listAudit, { action: 'comparison.unusual', limit: entriesShown }, { signal }),
  })
  if (data === undefined || data.length === 0) return null
  const number = (value: unknown) => formatNumber(i18n, Number(value))
  return (
    <Notice tone="warning">
      <p>
        <b>{t('school.unusual')}</b>
      </p>
      <p>{t('school.unusual.text')}</p>
      <ul>
        {data.map(({ id, at, administrator_name, administrator_email, teacher_email, details }) => (
          <li key={id}>
            {t('school.unusual.entry', {
              teacher: administrator_name ?? administrator_email ?? '–',
              colleague: teacher_email ?? '–',
              documents: number(details.documents),
              told: number(details.told),
              date: formatDate(i18n, at),
            })}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
