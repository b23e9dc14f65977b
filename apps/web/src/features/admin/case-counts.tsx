import {
  type CaseCountName,
  type CaseCounts,
  caseCountLimits,
  caseCountNames,
  caseCountRoutes,
  type InstallationCaseCounts,
} from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { formatDate, formatNumber } from '../../lib/format/format.ts'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { FailedNotice } from '../../ui/notice/notice.tsx'
import { SectionHeader } from '../../ui/page-header/page-header.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { NarrowRow } from '../../ui/table/line.tsx'
import classes from './admin.module.css'

const { roundedTo, fewestStudents } = caseCountLimits

/** How cases ended this term, rounded and without names. */
export function CaseCountsSection() {
  const { t, i18n } = useTranslation('admin')
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['admin', 'case-counts'],
    queryFn: ({ signal }) => call(caseCountRoutes.readCaseCounts, {}, { signal }),
  })
  return (
    <section className={classes.reviewers} aria-label={t('cases.counts')}>
      <SectionHeader title={t('cases.counts')} />
      {isError && !data && <FailedNotice onRetry={() => void refetch()}>{t('failed.load', { detail: detailOf(error) })}</FailedNotice>}
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
    const rank = (group: InstallationCaseCounts['year_groups'][number]) => Number(group.is_combined) * 2 + Number(group.year_group === null)
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
            t('cases.counts.narrow', { name: t(`cases.counts.${count}`), value: formatNumber(i18n, row[count]) }),
          )}
        />
      )}
    />
  )
}
