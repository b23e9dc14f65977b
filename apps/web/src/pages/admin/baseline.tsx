import { Checkbox } from '@mantine/core'
import { adminRoutes, type SchoolBaseline, termDays, type YearGroupBaseline } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../../features/operations/admin/admin.module.css'
import { adminKeys } from '../../features/operations/admin/admin-list.tsx'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { EmptyState, LoadError } from '../../ui/page-state/page-state.tsx'
import { NarrowRow } from '../../ui/table/cells.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { toast } from '../../ui/toast/toast.tsx'
import { AdminOnly } from './admin-only.tsx'

export default function AdminBaselinePage() {
  const { t } = useTranslation('admin')
  return (
    <AdminOnly title={t('baseline.title')} lead={t('baseline.lead')}>
      <Baseline />
    </AdminOnly>
  )
}

const queryKey = adminKeys.list('baseline')

/**
 * All teachers' texts written in class, counted per year group, and the switch that lets reports compare with
 * them.
 */
function Baseline() {
  const { t } = useTranslation('admin')
  const queryClient = useQueryClient()
  const baseline = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(adminRoutes.readSchoolBaseline, {}, { signal }),
  })
  const share = useMutation({
    mutationFn: (is_shared: boolean) => call(adminRoutes.switchSchoolBaseline, { is_shared }),
    onSuccess: (changed) => queryClient.setQueryData<SchoolBaseline>(queryKey, changed),
    onError: (error) => toast.error(t('baseline.switchFailed', { detail: detailOf(error) })),
  })
  if (baseline.isError && !baseline.data)
    return (
      <LoadError onRetry={() => void baseline.refetch()}>
        {t('failed.load', { detail: detailOf(baseline.error) })}
      </LoadError>
    )
  const isShared = baseline.data?.is_shared ?? false
  return (
    <>
      <Checkbox
        label={t('baseline.switch')}
        description={t('baseline.switch.text')}
        checked={isShared}
        disabled={baseline.isPending || share.isPending}
        onChange={({ currentTarget }) => share.mutate(currentTarget.checked)}
      />
      {isShared && baseline.data && <YearGroups baseline={baseline.data} />}
    </>
  )
}

interface BaselineRow extends Omit<YearGroupBaseline, 'year_group'> {
  id: string
  name: string
}

/** The sums over all year groups. The expected false findings are unknown if those of any year group are. */
function totalOf(groups: readonly YearGroupBaseline[]): Omit<YearGroupBaseline, 'year_group'> {
  const sum = (read: (group: YearGroupBaseline) => number) =>
    groups.reduce((total, group) => total + read(group), 0)
  return {
    written: sum(({ written }) => written),
    unusual: sum(({ unusual }) => unusual),
    flagged: sum(({ flagged }) => flagged),
    documents: sum(({ documents }) => documents),
    expected_flags: groups.some(({ expected_flags }) => expected_flags === null)
      ? null
      : sum(({ expected_flags }) => expected_flags ?? 0),
  }
}

function YearGroups({ baseline: { year_groups, is_partial } }: { baseline: SchoolBaseline }) {
  const { t, i18n } = useTranslation('admin')
  const { formatCount, formatExpected } = useMemo(() => {
    const oneDecimal = new Intl.NumberFormat(i18n.language, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    })
    // One decimal would round a small school's expected number to zero.
    const twoDigits = new Intl.NumberFormat(i18n.language, { maximumSignificantDigits: 2 })
    return {
      formatCount: (value: number) => formatNumber(i18n, value),
      formatExpected: ({ expected_flags: flags }: BaselineRow) =>
        flags === null ? '–' : (flags < 1 ? twoDigits : oneDecimal).format(flags),
    }
  }, [i18n])
  const rows = useMemo<BaselineRow[]>(() => {
    // Year 9 comes before Year 10, and documents without a year group come last.
    const { compare } = new Intl.Collator(i18n.language, { numeric: true })
    const groups = year_groups
      .toSorted(
        (a, b) =>
          Number(a.year_group === null) - Number(b.year_group === null) ||
          compare(a.year_group ?? '', b.year_group ?? ''),
      )
      .map(({ year_group, ...counts }) => ({
        ...counts,
        id: year_group ?? '',
        name: year_group ?? t('baseline.noYearGroup'),
      }))
    return groups.length < 2
      ? groups
      : [...groups, { ...totalOf(year_groups), id: ' all', name: t('baseline.allYearGroups') }]
  }, [t, i18n, year_groups])
  const columns = useMemo<Column<BaselineRow>[]>(() => {
    const figure = (id: string, header: string, read: (row: BaselineRow) => string): Column<BaselineRow> => ({
      id,
      header,
      enableSorting: false,
      cell: (row) => <span className={classes.number}>{read(row)}</span>,
      meta: { align: 'end' },
    })
    return [
      { id: 'year_group', header: t('baseline.yearGroup'), enableSorting: false, cell: ({ name }) => name },
      figure('written', t('baseline.written'), ({ written }) => formatCount(written)),
      figure('unusual', t('baseline.unusual'), ({ unusual }) => formatCount(unusual)),
      figure('flagged', t('baseline.flagged'), ({ flagged }) => formatCount(flagged)),
      figure('documents', t('baseline.documents', { days: termDays }), ({ documents }) =>
        formatCount(documents),
      ),
      figure('expected', t('baseline.expected'), formatExpected),
    ]
  }, [t, formatCount, formatExpected])
  return (
    <>
      <p className={classes.figuresNote}>
        {t('baseline.expected.text', { days: termDays })} {is_partial && t('baseline.partial')}
      </p>
      <DataTable
        label={t('baseline.title')}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        defaultSort={{ id: 'year_group', desc: false }}
        empty={<EmptyState>{t('baseline.empty')}</EmptyState>}
        narrowBelow={75}
        narrowRow={(row) => (
          <NarrowRow
            name={row.name}
            about={[
              t('baseline.narrow.written', {
                written: formatCount(row.written),
                unusual: formatCount(row.unusual),
                flagged: formatCount(row.flagged),
              }),
              t('baseline.narrow.expected', {
                documents: formatCount(row.documents),
                expected: formatExpected(row),
              }),
            ]}
          />
        )}
      />
    </>
  )
}
