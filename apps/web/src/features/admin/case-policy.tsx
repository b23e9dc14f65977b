import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { appealDays, type CasePolicy, caseLimits, caseRetentionDays, caseRoutes } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { FailedNotice, Notice } from '../../ui/notice/notice.tsx'
import { toast } from '../../ui/toast/toast.ts'
import classes from './admin.module.css'

const key = ['admin', 'case-policy']
const never = 'never'

/** The rules for cases: hearing the student before a referral, and how long cases are kept. */
export function CasePolicyForm() {
  const { t } = useTranslation('admin')
  const { data, isError, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(caseRoutes.readCasePolicy, {}, { signal }),
  })
  if (isError && !data) return <FailedNotice onRetry={() => void refetch()}>{t('failed.load', { detail: detailOf(error) })}</FailedNotice>
  return data ? <Form key={JSON.stringify(data)} saved={data} /> : null
}

function Form({ saved }: { saved: CasePolicy }) {
  const { t, i18n } = useTranslation('admin')
  const queryClient = useQueryClient()
  const [mayReferUnheard, setMayReferUnheard] = useState(saved.may_refer_unheard)
  const [days, setDays] = useState(saved.retention_days)
  const [toAppeal, setToAppeal] = useState(saved.appeal_days)
  const save = useMutation({
    mutationFn: (policy: CasePolicy) => call(caseRoutes.saveCasePolicy, policy),
    onSuccess: (policy) => {
      queryClient.setQueryData(key, policy)
      toast.success(t('cases.saved'))
    },
  })
  const offered = [...new Set([...caseRetentionDays, ...(saved.retention_days === null ? [] : [saved.retention_days])])].sort(
    (a, b) => a - b,
  )
  const isSaved = mayReferUnheard === saved.may_refer_unheard && days === saved.retention_days && toAppeal === saved.appeal_days
  return (
    <form
      className={classes.policy}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ may_refer_unheard: mayReferUnheard, retention_days: days, appeal_days: toAppeal })
      }}
    >
      <Checkbox
        label={t('cases.unheard')}
        description={t('cases.unheard.note')}
        checked={mayReferUnheard}
        onChange={({ currentTarget }) => setMayReferUnheard(currentTarget.checked)}
      />
      <NativeSelect
        label={t('cases.retention')}
        description={t('cases.retention.note', { days: caseLimits.retentionNoticeDays })}
        value={days === null ? never : String(days)}
        onChange={({ currentTarget }) => setDays(currentTarget.value === never ? null : Number(currentTarget.value))}
        data={[
          { value: never, label: t('cases.retention.never') },
          ...offered.map((each) => ({
            value: String(each),
            label: t('cases.retention.days', { count: each, days: formatNumber(i18n, each) }),
          })),
        ]}
      />
      <NativeSelect
        label={t('cases.appealDays')}
        description={t('cases.appealDays.note')}
        value={String(toAppeal)}
        onChange={({ currentTarget }) => setToAppeal(Number(currentTarget.value))}
        data={[...new Set([...appealDays, saved.appeal_days])]
          .toSorted((a, b) => a - b)
          .map((each) => ({ value: String(each), label: t('cases.appealDays.days', { count: each, days: formatNumber(i18n, each) }) }))}
      />
      {save.error && <Notice tone="error">{t('cases.failed', { detail: detailOf(save.error) })}</Notice>}
      <Button type="submit" disabled={isSaved} loading={save.isPending}>
        {t('cases.save')}
      </Button>
    </form>
  )
}
