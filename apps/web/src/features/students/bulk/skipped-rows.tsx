import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import classes from './bulk.module.css'
import { columns as expected, type SkippedRow } from './read-csv.ts'

/** Why a row is left out, and what to do about it. */
export function useSkipReason() {
  const { t, i18n } = useTranslation('students')
  return useCallback(
    ({ reason, values }: SkippedRow) => {
      if (reason === 'quotes') return t('bulk.skipped.quotes')
      const found = { count: values, shown: formatNumber(i18n, values), columns: expected.length }
      return values < expected.length ? t('bulk.skipped.tooFew', found) : t('bulk.skipped.tooMany', found)
    },
    [t, i18n],
  )
}

/** Each row that is left out, as in the file, and why. */
export function SkippedRows({ rows }: { rows: SkippedRow[] }) {
  const { t, i18n } = useTranslation('students')
  const reasonOf = useSkipReason()
  const columns = useMemo<Column<SkippedRow>[]>(
    () => [
      {
        id: 'line',
        header: t('bulk.column.line'),
        accessorKey: 'line',
        cell: (row) => formatNumber(i18n, row.line),
        meta: { width: '6rem' },
      },
      {
        id: 'text',
        header: t('bulk.column.row'),
        enableSorting: false,
        cell: (row) => <span title={row.text}>{row.text}</span>,
      },
      {
        id: 'reason',
        header: t('bulk.column.reason'),
        enableSorting: false,
        cell: (row) => <span title={reasonOf(row)}>{reasonOf(row)}</span>,
        meta: { width: '58%' },
      },
    ],
    [t, i18n, reasonOf],
  )
  return (
    <section className={classes.results} aria-label={t('bulk.skipped')}>
      <SectionHeader title={t('bulk.skipped')} />
      <DataTable
        label={t('bulk.skipped')}
        columns={columns}
        rows={rows}
        rowId={({ line }) => String(line)}
        defaultSort={{ id: 'line', desc: false }}
        empty={null}
        narrowBelow={75}
        narrowRow={(row) => (
          <div className={classes.narrow}>
            <strong>{t('bulk.line', { line: formatNumber(i18n, row.line) })}</strong>
            <span className={classes.soft}>{row.text}</span>
            <span>{reasonOf(row)}</span>
          </div>
        )}
      />
    </section>
  )
}
