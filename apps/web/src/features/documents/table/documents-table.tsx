import type { Document } from '@penmark/contract'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { ControlledSort, MoreRows } from '../../../ui/table/props.ts'
import type { Selection } from '../../../ui/table/selection/use-row-selection.ts'
import type { Leaving } from '../../../ui/table/use-leaving.ts'
import type { ReprocessMark } from '../actions/document-changes.ts'
import { AssignedTo, documentColumns, tableWidths } from './columns.tsx'
import { NarrowDocumentRow } from './narrow-row.tsx'
import { RowActions, type RowHandlers } from './row-actions.tsx'
import { StatusBadge } from './status-badge.tsx'

interface DocumentsTableProps {
  documents: Document[]
  loading: boolean
  /** The rows belong to the previous filter or order. */
  outdated: boolean
  empty: ReactNode
  controlledSort: ControlledSort
  moreRows: MoreRows | undefined
  handlers: RowHandlers
  leaving: ReadonlyMap<string, Leaving>
  marks: ReadonlyMap<string, ReprocessMark>
  selection: Selection<Document>
}

/** The loaded documents of the teacher, in the server's order. */
export function DocumentsTable({ documents, loading, handlers, leaving, marks, ...shown }: DocumentsTableProps) {
  const { t, i18n } = useTranslation('documents')
  const columns = useMemo<Column<Document>[]>(() => {
    const translation = { t, i18n }
    return [
      documentColumns.name(translation, t('column.name')),
      documentColumns.uploaded(translation, t('column.uploaded')),
      {
        id: 'status',
        header: t('column.status'),
        accessorKey: 'status',
        cell: (row) => <StatusBadge t={t} document={row} mark={marks.get(row.id)} />,
        meta: { width: '6.75rem' },
      },
      { ...documentColumns.finding(translation), enableSorting: true },
      documentColumns.assigned(translation),
      documentColumns.score(translation),
      documentColumns.words(translation),
      {
        id: 'actions',
        header: '',
        enableSorting: false,
        cell: (row) => <RowActions t={t} document={row} handlers={handlers} />,
        meta: { width: '13rem', align: 'end', label: t('column.actions') },
      },
    ]
  }, [t, i18n, handlers, marks])
  return (
    <DataTable
      label={t('table')}
      columns={columns}
      rows={documents}
      rowId={({ id }) => id}
      defaultSort={shown.controlledSort.by}
      skeletonRows={loading ? 6 : undefined}
      rowState={({ id }) => leaving.get(id)}
      {...tableWidths}
      {...shown}
      narrowRow={(document) => (
        <NarrowDocumentRow
          document={document}
          status={<StatusBadge t={t} document={document} mark={marks.get(document.id)} />}
          assigned={(document.student_id ?? document.class_group_id) !== null && <AssignedTo document={document} t={t} />}
          actions={<RowActions t={t} document={document} handlers={handlers} />}
        />
      )}
    />
  )
}
