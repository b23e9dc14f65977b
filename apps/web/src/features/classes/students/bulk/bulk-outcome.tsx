import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { saveFile } from '../../../../lib/browser/browser.ts'
import { csvFile, separatorOf } from '../../../../lib/browser/csv-file.ts'
import { formatNumber } from '../../../../lib/format/format.ts'
import { Badge } from '../../../../ui/badge/badge.tsx'
import { SectionHeader } from '../../../../ui/page-header/page-header.tsx'
import type { Column } from '../../../../ui/table/columns.ts'
import { DataTable } from '../../../../ui/table/data-table.tsx'
import layout from '../../../../ui/theme/layout.module.css'
import { Tile, TileRow } from '../../../../ui/tiles/tiles.tsx'
import classes from './bulk.module.css'
import { columns as expected, type SkippedRow } from './read-csv.ts'
import type { BulkResult } from './use-bulk-upload.ts'

type Row = BulkResult['results'][number]

const resultName = 'student_bulk_upload_results.csv'

const header = ['line', 'row_number', 'student_name', 'status', 'class_name_processed', 'message']

type Cells = readonly (string | number | null)[]

function resultFile(
  { results, skipped }: BulkResult,
  reasonOf: ReturnType<typeof useSkipReason>,
  language: string,
): Blob {
  const sent = results.map(
    (row): Cells => [
      row.line,
      row.row_number,
      row.student_name,
      row.status,
      row.class_name_processed,
      row.message,
    ],
  )
  const left = skipped.map((row): Cells => [row.line, null, row.text, 'skipped', null, reasonOf(row)])
  return csvFile(
    [header, ...[...sent, ...left].sort(([a], [b]) => Number(a) - Number(b))],
    separatorOf(language),
  )
}

/** The result of an uploaded list: totals, and each row. */
export function BulkOutcome({ outcome }: { outcome: BulkResult }) {
  const { t, i18n } = useTranslation('students')
  const { summary, results, skipped } = outcome
  const reasonOf = useSkipReason()
  const number = (value: number) => formatNumber(i18n, value)
  return (
    <section aria-label={t('bulk.result')}>
      <SectionHeader
        title={t('bulk.result')}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              onClick={() => saveFile(resultFile(outcome, reasonOf, i18n.language), resultName)}
            >
              {t('bulk.download')}
            </Button>
            <Button component={Link} to="/students" variant="default">
              {t('bulk.toStudents')}
            </Button>
          </>
        }
      />
      <div role="status">
        <TileRow loading={false} across={3}>
          <Tile label={t('bulk.processed')} note={t('bulk.processed.note')}>
            {number(summary.total_processed)}
          </Tile>
          <Tile label={t('bulk.succeeded')} note={t('bulk.succeeded.note')}>
            {number(summary.total_succeeded)}
          </Tile>
          <Tile label={t('bulk.failed')} note={t('bulk.failed.note')}>
            {number(summary.total_failed)}
          </Tile>
        </TileRow>
      </div>
      <ResultTable results={results} />
      {skipped.length > 0 && <SkippedRows rows={skipped} />}
    </section>
  )
}

function ResultTable({ results }: { results: Row[] }) {
  const { t, i18n } = useTranslation('students')
  const columns = useMemo<Column<Row>[]>(
    () => [
      {
        id: 'line',
        header: t('bulk.column.line'),
        accessorKey: 'line',
        cell: (row) => formatNumber(i18n, row.line),
        meta: { width: '6rem' },
      },
      {
        id: 'student',
        header: t('bulk.column.student'),
        accessorFn: ({ student_name }) => student_name.toLocaleLowerCase(),
        cell: (row) => row.student_name || '–',
      },
      {
        id: 'status',
        header: t('bulk.column.status'),
        accessorKey: 'status',
        cell: (row) => <Status row={row} />,
        meta: { width: '8rem' },
      },
      {
        id: 'class',
        header: t('bulk.column.class'),
        accessorFn: ({ class_name_processed }) => class_name_processed ?? '',
        cell: (row) => row.class_name_processed ?? '–',
        meta: { width: '11rem' },
      },
      {
        id: 'message',
        header: t('bulk.column.message'),
        enableSorting: false,
        cell: (row) => <span title={row.message}>{row.message}</span>,
        meta: { width: '38%' },
      },
    ],
    [t, i18n],
  )
  return (
    <div className={classes.results}>
      <DataTable
        label={t('bulk.table')}
        columns={columns}
        rows={results}
        rowId={({ row_number }) => String(row_number)}
        defaultSort={{ id: 'line', desc: false }}
        empty={null}
        narrowBelow={62}
        narrowRow={(row) => (
          <div className={classes.narrow}>
            <span className={layout.between}>
              <strong>{row.student_name || '–'}</strong>
              <Status row={row} />
            </span>
            <span className={classes.soft}>
              {t('bulk.line', { line: formatNumber(i18n, row.line) })} · {row.message}
            </span>
          </div>
        )}
      />
    </div>
  )
}

function Status({ row: { status } }: { row: Row }) {
  const { t } = useTranslation('students')
  return <Badge tone={status === 'success' ? 'success' : 'error'}>{t(`bulk.status.${status}`)}</Badge>
}

/** Why a row is left out, and what to do about it. */
function useSkipReason() {
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
