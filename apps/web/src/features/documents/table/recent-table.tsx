import type { Document, RecentDocument } from '@penmark/contract'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { studentName } from '../../../lib/format/format.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import classes from '../documents.module.css'
import { documentColumns, StatusBadge, statusWidth, tableWidths } from './columns.tsx'
import { NarrowDocumentRow, ViewReport } from './document-row.tsx'

type Recent = Document & { student?: RecentDocument['student'] }

const writerOf = ({ student, student_details }: Recent) =>
  student ?? (student_details ? studentName(student_details) : null)

interface RecentTableProps {
  documents: Recent[]
  loading: boolean
  empty: ReactNode
  /** The query of a report's address, which decides where its back link leads. */
  origin: string
}

/** The newest documents, on the dashboard. Name and time can be sorted by. */
export function RecentTable({ documents, loading, empty, origin }: RecentTableProps) {
  const { t, i18n } = useTranslation('documents')
  const columns = useMemo<Column<Recent>[]>(() => {
    const translation = { t, i18n }
    return [
      documentColumns.name({ t }, t('recent.filename'), origin),
      // Fewer columns than other tables: from 80 em on its dates fit on a line.
      documentColumns.uploaded(translation, t('recent.date'), '75vw - 49.75rem'),
      {
        id: 'status',
        header: t('column.status'),
        enableSorting: false,
        cell: (row) => <StatusBadge t={t} document={row} />,
        meta: { width: statusWidth },
      },
      documentColumns.finding(translation),
      {
        id: 'student',
        header: t('recent.student'),
        enableSorting: false,
        cell: (row) => <span className={classes.twoLines}>{writerOf(row) ?? '–'}</span>,
        meta: { width: '9rem' },
      },
      { ...documentColumns.score(translation), enableSorting: false },
      {
        id: 'actions',
        header: '',
        enableSorting: false,
        cell: (row) => <ViewReport t={t} document={row} origin={origin} />,
        meta: { width: '5rem', align: 'end', label: t('column.actions') },
      },
    ]
  }, [t, i18n, origin])
  return (
    <DataTable
      label={t('recent.table')}
      columns={columns}
      rows={documents}
      rowId={({ id }) => id}
      defaultSort={{ id: 'upload_timestamp', desc: true }}
      skeletonRows={loading ? 5 : undefined}
      empty={empty}
      narrowBelow={tableWidths.narrowBelow}
      narrowRow={(document) => (
        <NarrowDocumentRow
          document={document}
          origin={origin}
          status={<StatusBadge t={t} document={document} />}
          assigned={writerOf(document)}
          actions={<ViewReport t={t} document={document} origin={origin} />}
        />
      )}
    />
  )
}
