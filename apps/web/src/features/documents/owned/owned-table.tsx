import type { Document } from '@penmark/contract'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { studentName } from '../../../lib/names/names.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { Selection } from '../../../ui/table/selection/use-row-selection.ts'
import type { Leaving } from '../../../ui/table/use-leaving.ts'
import type { ReprocessMark } from '../actions/document-changes.ts'
import classes from '../documents.module.css'
import { compactWidths, documentColumns, tableWidths } from '../table/columns.tsx'
import { NarrowDocumentRow } from '../table/narrow-row.tsx'
import { RowActions, type RowHandlers } from '../table/row-actions.tsx'
import { StatusBadge } from '../table/status-badge.tsx'

interface OwnedTableProps {
  documents: Document[]
  loading: boolean
  empty: ReactNode
  handlers: RowHandlers
  leaving: ReadonlyMap<string, Leaving>
  marks: ReadonlyMap<string, ReprocessMark>
  /** The query of a report's URL. */
  origin: string
  /** Shows the student of each document. */
  withStudent: boolean
  /** True if it is shown next to another table. */
  compact?: boolean
  selection?: Selection<Document>
}

/** The documents of a class or a student, newest first. Name and time can be sorted by. */
export function OwnedTable({
  documents,
  loading,
  empty,
  handlers,
  leaving,
  marks,
  origin,
  withStudent,
  compact = false,
  selection,
}: OwnedTableProps) {
  const { t, i18n } = useTranslation('documents')
  const columns = useMemo<Column<Document>[]>(() => {
    const translation = { t, i18n }
    return [
      documentColumns.name(translation, t('column.name'), origin),
      { ...documentColumns.uploaded(translation, t('column.uploaded')), ...(compact ? { meta: { width: compactWidths.uploaded } } : {}) },
      {
        id: 'status',
        header: t('column.status'),
        enableSorting: false,
        cell: (row) => <StatusBadge t={t} document={row} mark={marks.get(row.id)} saysReprocessing />,
        meta: { width: '7rem' },
      },
      { ...documentColumns.finding(translation), ...(compact ? { meta: { width: compactWidths.finding } } : {}) },
      ...(withStudent ? [studentColumn(t('column.student'), compact ? compactWidths.student : '8rem')] : []),
      { ...documentColumns.score(translation), enableSorting: false },
      { ...documentColumns.words(translation), enableSorting: false },
      {
        id: 'actions',
        header: '',
        enableSorting: false,
        cell: (row) => <RowActions t={t} document={row} handlers={handlers} origin={origin} owned />,
        meta: { width: '13rem', align: 'end', label: t('column.actions') },
      },
    ]
  }, [t, i18n, handlers, marks, origin, withStudent, compact])
  return (
    <DataTable
      label={t('owned.table')}
      columns={columns}
      rows={documents}
      rowId={({ id }) => id}
      defaultSort={{ id: 'upload_timestamp', desc: true }}
      skeletonRows={loading ? 4 : undefined}
      empty={empty}
      rowState={({ id }) => leaving.get(id)}
      {...tableWidths}
      {...(selection ? { selection } : {})}
      narrowRow={(document) => (
        <NarrowDocumentRow
          document={document}
          origin={origin}
          status={<StatusBadge t={t} document={document} mark={marks.get(document.id)} saysReprocessing />}
          assigned={withStudent && document.student_id !== null && <AssignedStudent document={document} />}
          actions={<RowActions t={t} document={document} handlers={handlers} origin={origin} owned />}
        />
      )}
    />
  )
}

function studentColumn(header: string, width: string): Column<Document> {
  return {
    id: 'student',
    header,
    enableSorting: false,
    cell: (row) => <AssignedStudent document={row} />,
    meta: { width },
  }
}

/** The student's name; an unknown student is shown as not found. */
function AssignedStudent({ document }: { document: Pick<Document, 'student_id' | 'student_details'> }) {
  const { t } = useTranslation('documents')
  const { student_id, student_details: student } = document
  if (student_id === null) return <span className={classes.soft}>–</span>
  const name = student ? studentName(student) : t('assigned.unknown')
  return (
    <span className={classes.oneLine} title={name}>
      {name}
    </span>
  )
}
