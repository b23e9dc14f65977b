import { type Document, readScore } from '@penmark/contract'
import type { ColumnDef } from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { showNumber, showTime } from '../../lib/format/format.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { Selection } from '../../ui/table/selection/use-row-selection.ts'
import type { Leaving } from '../../ui/table/use-leaving.ts'
import { AssignedTo, assignedWords } from './assigned.tsx'
import { DocumentName } from './document-name.tsx'
import { DocumentStatusBadge } from './document-status.tsx'
import classes from './documents.module.css'
import { RowActions, type RowDeeds } from './row-actions.tsx'
import { Score } from './score.tsx'
import type { ReprocessMark } from './use-reprocess.ts'

/** Below this width, in em, a row takes two lines; and below the other there is no room for who it is assigned to and its words. */
const widths = { narrowBelow: 75, tightBelow: 88 }

interface DocumentsTableProps {
  documents: Document[]
  loading: boolean
  empty: ReactNode
  deeds: RowDeeds
  leaving: ReadonlyMap<string, Leaving>
  marks: ReadonlyMap<string, ReprocessMark>
  selection: Selection<Document>
}

/** Every document of the teacher, newest first. */
export function DocumentsTable({ documents, loading, empty, deeds, leaving, marks, selection }: DocumentsTableProps) {
  const { t, i18n } = useTranslation('documents')
  const columns = useMemo<ColumnDef<Document>[]>(
    () => [
      {
        id: 'original_filename',
        header: t('column.name'),
        accessorFn: (document) => document.original_filename.toLocaleLowerCase(),
        cell: ({ row }) => <DocumentName document={row.original} />,
      },
      {
        id: 'upload_timestamp',
        header: t('column.uploaded'),
        accessorKey: 'upload_timestamp',
        cell: ({ row }) => showTime(i18n, row.original.upload_timestamp),
        meta: { width: '10.5rem' },
      },
      {
        id: 'status',
        header: t('column.status'),
        accessorKey: 'status',
        cell: ({ row }) => <DocumentStatusBadge document={row.original} mark={marks.get(row.original.id)} />,
        meta: { width: '9.75rem' },
      },
      {
        id: 'assigned',
        header: t('column.assigned'),
        accessorFn: assignedWords,
        cell: ({ row }) => <AssignedTo document={row.original} />,
        meta: { width: '11rem', roomy: true },
      },
      {
        id: 'score',
        header: t('column.score'),
        accessorFn: (document) => readScore(document) ?? -1,
        cell: ({ row }) => <Score document={row.original} />,
        meta: { width: '6.25rem' },
      },
      {
        id: 'words',
        header: t('column.words'),
        accessorFn: ({ word_count }) => word_count ?? -1,
        cell: ({ row: { original } }) => (original.word_count === null ? '–' : showNumber(i18n, original.word_count)),
        meta: { width: '5.25rem', align: 'end', roomy: true },
      },
      {
        id: 'actions',
        header: '',
        enableSorting: false,
        cell: ({ row }) => <RowActions document={row.original} deeds={deeds} />,
        meta: { width: '13.75rem', align: 'end', label: t('column.actions') },
      },
    ],
    [t, i18n, deeds, marks],
  )
  return (
    <DataTable
      label={t('table')}
      columns={columns}
      rows={documents}
      rowId={({ id }) => id}
      defaultSort={{ id: 'upload_timestamp', desc: true }}
      skeletonRows={loading ? 6 : undefined}
      empty={empty}
      rowState={({ id }) => leaving.get(id)}
      selection={selection}
      {...widths}
      narrowRow={(document) => (
        <div className={classes.narrow}>
          <div className={classes.narrowLine}>
            <DocumentName document={document} />
            <Score document={document} />
          </div>
          <div className={classes.narrowLine}>
            <span className={classes.narrowFacts}>
              <DocumentStatusBadge document={document} mark={marks.get(document.id)} />
              <span>{showTime(i18n, document.upload_timestamp)}</span>
              {document.word_count !== null && (
                <span>{t('words', { count: document.word_count, shown: showNumber(i18n, document.word_count) })}</span>
              )}
              {(document.student_id ?? document.class_group_id) !== null && <AssignedTo document={document} />}
            </span>
            <RowActions document={document} deeds={deeds} />
          </div>
        </div>
      )}
    />
  )
}
