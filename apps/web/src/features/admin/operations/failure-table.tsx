import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../lib/format/format.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { NarrowRow, TextCell } from '../../../ui/table/line.tsx'
import classes from '../admin.module.css'

interface Failure {
  id: string
  failed_at: string
}

interface FailureTableProps<Row extends Failure> {
  label: string
  /** Columns before the time of the failure and the button. */
  columns: readonly Column<Row>[]
  rows: Row[] | undefined
  nameOf: (row: Row) => string
  /** What a narrow screen shows below the name. */
  about: (row: Row) => (string | null)[]
  isLoading: boolean
  empty: string
  isRetrying: boolean
  onRetry: (id: string) => void
}

/** What failed for good, newest first, each with a button to try it again. */
export function FailureTable<Row extends Failure>(props: FailureTableProps<Row>) {
  const { label, columns, rows, nameOf, about, isLoading, empty, isRetrying, onRetry } = props
  const { t, i18n } = useTranslation('admin')
  const allColumns = useMemo<Column<Row>[]>(
    () => [
      ...columns,
      {
        id: 'failed_at',
        header: t('column.time'),
        enableSorting: false,
        cell: (row) => <TextCell>{formatTime(i18n, row.failed_at)}</TextCell>,
        meta: { width: '11rem' },
      },
      {
        id: 'actions',
        header: '',
        enableSorting: false,
        cell: (row) => <Retry name={nameOf(row)} disabled={isRetrying} onClick={() => onRetry(row.id)} />,
        meta: { width: '7rem', align: 'end', label: t('column.actions') },
      },
    ],
    [columns, t, i18n, nameOf, isRetrying, onRetry],
  )
  return (
    <DataTable
      label={label}
      columns={allColumns}
      rows={rows ?? []}
      rowId={({ id }) => id}
      defaultSort={{ id: 'failed_at', desc: true }}
      skeletonRows={isLoading ? 3 : undefined}
      empty={<p className={classes.soft}>{empty}</p>}
      narrowBelow={75}
      narrowRow={(row) => (
        <NarrowRow name={nameOf(row)} about={about(row)}>
          <Retry name={nameOf(row)} disabled={isRetrying} onClick={() => onRetry(row.id)} />
        </NarrowRow>
      )}
    />
  )
}

function Retry({ name, ...button }: { name: string; disabled: boolean; onClick: () => void }) {
  const { t } = useTranslation('admin')
  return (
    <Button size="compact-sm" variant="subtle" aria-label={t('queue.retry.label', { name })} {...button}>
      {t('queue.retry')}
    </Button>
  )
}
