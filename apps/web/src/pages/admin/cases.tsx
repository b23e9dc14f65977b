import { Button, Checkbox, NativeSelect, Textarea } from '@mantine/core'
import {
  appealDays,
  type CaseCountName,
  type CaseCounts,
  type CasePolicy,
  caseCountLimits,
  caseCountNames,
  caseCountRoutes,
  caseLimits,
  caseRetentionDays,
  caseRoutes,
  type InstallationCaseCounts,
  standardsOfProof,
} from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../../features/operations/admin/admin.module.css'
import { AppealReviewers } from '../../features/operations/admin/appeal-reviewers.tsx'
import { SchoolComparisonSwitch } from '../../features/operations/admin/school-comparison.tsx'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { formatDate, formatNumber } from '../../lib/format/format.ts'
import { FailedNotice, Notice } from '../../ui/notice/notice.tsx'
import { SectionHeader } from '../../ui/page-header/page-header.tsx'
import { EmptyState } from '../../ui/page-state/page-state.tsx'
import { NarrowRow } from '../../ui/table/cells.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { toast } from '../../ui/toast/toast.tsx'
import { AdminOnly } from './admin-only.tsx'

export default function AdminCasesPage() {
  const { t } = useTranslation('admin')
  return (
    <AdminOnly title={t('cases.title')} lead={t('cases.lead')}>
      <CasePolicyForm />
      <SchoolComparisonSwitch />
      <AppealReviewers />
      <CaseCountsSection />
    </AdminOnly>
  )
}

const policyKey = ['admin', 'case-policy']
const never = 'never'

/** The rules for cases: hearing the student before a referral, and how long cases are kept. */
function CasePolicyForm() {
  const { t } = useTranslation('admin')
  const { data, isError, error, refetch } = useQuery({
    queryKey: policyKey,
    queryFn: ({ signal }) => call(caseRoutes.readCasePolicy, {}, { signal }),
  })
  if (isError && !data)
    return (
      <FailedNotice onRetry={() => void refetch()}>
        {t('failed.load', { detail: detailOf(error) })}
      </FailedNotice>
    )
  return data ? <PolicyForm key={JSON.stringify(data)} saved={data} /> : null
}

function PolicyForm({ saved }: { saved: CasePolicy }) {
  const { t, i18n } = useTranslation('admin')
  const queryClient = useQueryClient()
  const [mayReferUnheard, setMayReferUnheard] = useState(saved.may_refer_unheard)
  const [retentionDays, setRetentionDays] = useState(saved.retention_days)
  const [daysToAppeal, setDaysToAppeal] = useState(saved.appeal_days)
  const [rule, setRule] = useState(saved.rule)
  const [standard, setStandard] = useState(saved.standard_of_proof)
  const [companion, setCompanion] = useState(saved.companion)
  const save = useMutation({
    mutationFn: (changed: CasePolicy) => call(caseRoutes.saveCasePolicy, changed),
    onSuccess: (changed) => {
      queryClient.setQueryData(policyKey, changed)
      toast.success(t('cases.saved'))
    },
  })
  const retentionOptions = [
    ...new Set([...caseRetentionDays, ...(saved.retention_days === null ? [] : [saved.retention_days])]),
  ].sort((a, b) => a - b)
  const policy: CasePolicy = {
    may_refer_unheard: mayReferUnheard,
    retention_days: retentionDays,
    appeal_days: daysToAppeal,
    rule,
    standard_of_proof: standard,
    companion,
  }
  const isSaved = (Object.keys(policy) as (keyof CasePolicy)[]).every((name) => policy[name] === saved[name])
  return (
    <form
      className={classes.policy}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(policy)
      }}
    >
      <Checkbox
        label={t('cases.unheard')}
        description={t('cases.unheard.note')}
        checked={mayReferUnheard}
        onChange={({ currentTarget }) => setMayReferUnheard(currentTarget.checked)}
      />
      <Textarea
        label={t('cases.rule')}
        description={t('cases.rule.note')}
        value={rule}
        onChange={({ currentTarget }) => setRule(currentTarget.value)}
        maxLength={caseLimits.ruleCharacters}
        autosize
        minRows={1}
      />
      <NativeSelect
        label={t('cases.standard')}
        description={t('cases.standard.note')}
        value={standard}
        onChange={({ currentTarget }) =>
          setStandard(standardsOfProof.find((each) => each === currentTarget.value) ?? standard)
        }
        data={standardsOfProof.map((value) => ({ value, label: t(`cases.standard.${value}`) }))}
      />
      <Textarea
        label={t('cases.companion')}
        description={t('cases.companion.note')}
        value={companion}
        onChange={({ currentTarget }) => setCompanion(currentTarget.value)}
        maxLength={caseLimits.ruleCharacters}
        autosize
        minRows={1}
      />
      <NativeSelect
        label={t('cases.retention')}
        description={t('cases.retention.note', { days: caseLimits.retentionNoticeDays })}
        value={retentionDays === null ? never : String(retentionDays)}
        onChange={({ currentTarget }) =>
          setRetentionDays(currentTarget.value === never ? null : Number(currentTarget.value))
        }
        data={[
          { value: never, label: t('cases.retention.never') },
          ...retentionOptions.map((days) => ({
            value: String(days),
            label: t('cases.retention.days', { count: days, days: formatNumber(i18n, days) }),
          })),
        ]}
      />
      <NativeSelect
        label={t('cases.appealDays')}
        description={t('cases.appealDays.note')}
        value={String(daysToAppeal)}
        onChange={({ currentTarget }) => setDaysToAppeal(Number(currentTarget.value))}
        data={[...new Set([...appealDays, saved.appeal_days])]
          .toSorted((a, b) => a - b)
          .map((days) => ({
            value: String(days),
            label: t('cases.appealDays.days', { count: days, days: formatNumber(i18n, days) }),
          }))}
      />
      {save.error && <Notice tone="error">{t('cases.failed', { detail: detailOf(save.error) })}</Notice>}
      <Button type="submit" disabled={isSaved} loading={save.isPending}>
        {t('cases.save')}
      </Button>
    </form>
  )
}

const { roundedTo, fewestStudents } = caseCountLimits

/** How cases ended this term, rounded and without names. */
function CaseCountsSection() {
  const { t, i18n } = useTranslation('admin')
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['admin', 'case-counts'],
    queryFn: ({ signal }) => call(caseCountRoutes.readCaseCounts, {}, { signal }),
  })
  return (
    <section className={classes.reviewers} aria-label={t('cases.counts')}>
      <SectionHeader title={t('cases.counts')} />
      {isError && !data && (
        <FailedNotice onRetry={() => void refetch()}>
          {t('failed.load', { detail: detailOf(error) })}
        </FailedNotice>
      )}
      {data && (
        <>
          <p className={classes.figuresNote}>
            {t('cases.counts.term', { from: formatDate(i18n, data.from), to: formatDate(i18n, data.to) })}
          </p>
          <p className={classes.figuresNote}>
            {t('cases.counts.rounded', { roundedTo, below: Math.floor(roundedTo / 2), fewestStudents })}
          </p>
          <Counts all={data.all} groups={data.year_groups} />
        </>
      )}
    </section>
  )
}

interface CountsRow extends CaseCounts {
  id: string
  name: string
}

function Counts({ all, groups }: { all: CaseCounts | null; groups: InstallationCaseCounts['year_groups'] }) {
  const { t, i18n } = useTranslation('admin')
  const rows = useMemo<CountsRow[]>(() => {
    // Year 9 comes before Year 10; students without a year group and combined year groups come last.
    const { compare } = new Intl.Collator(i18n.language, { numeric: true })
    const rank = (group: InstallationCaseCounts['year_groups'][number]) =>
      Number(group.is_combined) * 2 + Number(group.year_group === null)
    const nameOf = ({ year_group, is_combined }: InstallationCaseCounts['year_groups'][number]) =>
      is_combined ? t('cases.counts.combined') : (year_group ?? t('baseline.noYearGroup'))
    return [
      ...groups
        .toSorted((a, b) => rank(a) - rank(b) || compare(a.year_group ?? '', b.year_group ?? ''))
        .map((group) => ({ ...group, id: `${rank(group)} ${group.year_group ?? ''}`, name: nameOf(group) })),
      ...(all === null ? [] : [{ ...all, id: 'all', name: t('baseline.allYearGroups') }]),
    ]
  }, [t, i18n, all, groups])
  const columns = useMemo<Column<CountsRow>[]>(
    () => [
      { id: 'year_group', header: t('baseline.yearGroup'), enableSorting: false, cell: ({ name }) => name },
      ...caseCountNames.map(
        (count: CaseCountName): Column<CountsRow> => ({
          id: count,
          header: t(`cases.counts.${count}`),
          enableSorting: false,
          cell: (row) => <span className={classes.number}>{formatNumber(i18n, row[count])}</span>,
          meta: { align: 'end' },
        }),
      ),
    ],
    [t, i18n],
  )
  return (
    <DataTable
      label={t('cases.counts')}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      defaultSort={{ id: 'year_group', desc: false }}
      empty={<EmptyState>{t('cases.counts.tooFew', { fewestStudents })}</EmptyState>}
      narrowBelow={60}
      narrowRow={(row) => (
        <NarrowRow
          name={row.name}
          about={caseCountNames.map((count) =>
            t('cases.counts.narrow', {
              name: t(`cases.counts.${count}`),
              value: formatNumber(i18n, row[count]),
            }),
          )}
        />
      )}
    />
  )
}
