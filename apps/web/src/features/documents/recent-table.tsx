import type { Document, RecentDocument } from '@penmark/contract'
import type { ColumnDef } from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { showTime } from '../../lib/format/format.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { DocumentName } from './document-name.tsx'
import { DocumentStatusBadge } from './document-status.tsx'
import classes from './documents.module.css'
import { ViewReport } from './row-actions.tsx'
import { Score } from './score.tsx'

type Recent = Document & Pick<RecentDocument, 'student'>

interface RecentTableProps {
  documents: Recent[]
  loading: boolean
  empty: ReactNode
}

/** The newest documents, on the dashboard. */
export function RecentTable({ documents, loading, empty }: RecentTableProps) {
  const { t, i18n } = useTranslation('documents')
  const columns = useMemo<ColumnDef<Recent>[]>(
    () => [
      {
        id: 'filename',
        header: t('recent.filename'),
        accessorFn: (document) => document.filename.toLocaleLowerCase(),
        cell: ({ row }) => <DocumentName document={row.original} />,
      },
      {
        id: 'upload_timestamp',
        header: t('recent.date'),
        accessorKey: 'upload_timestamp',
        cell: ({ row }) => showTime(i18n, row.original.upload_timestamp),
        meta: { width: '11.5rem' },
      },
      {
        id: 'status',
        header: t('column.status'),
        enableSorting: false,
        cell: ({ row }) => <DocumentStatusBadge document={row.original} />,
        meta: { width: '11rem' },
      },
      {
        id: 'student',
        header: t('recent.student'),
        enableSorting: false,
        cell: ({ row }) => row.original.student ?? '–',
        meta: { width: '10rem' },
      },
      {
        id: 'score',
        header: t('column.score'),
        enableSorting: false,
        cell: ({ row }) => <Score document={row.original} />,
        meta: { width: '7rem' },
      },
      {
        id: 'actions',
        header: '',
        enableSorting: false,
        cell: ({ row }) => <ViewReport document={row.original} origin="from=dashboard" />,
        meta: { width: '8rem', align: 'end', label: t('column.actions') },
      },
    ],
    [t, i18n],
  )
  return (
    <DataTable
      label={t('recent.table')}
      columns={columns}
      rows={documents}
      rowId={({ id }) => id}
      defaultSort={{ id: 'upload_timestamp', desc: true }}
      skeletonRows={loading ? 5 : undefined}
      empty={empty}
      narrowBelow={75}
      narrowRow={(document) => (
        <div className={classes.narrow}>
          <div className={classes.narrowLine}>
            <DocumentName document={document} />
            <Score document={document} />
          </div>
          <div className={classes.narrowLine}>
            <span className={classes.narrowFacts}>
              <DocumentStatusBadge document={document} />
              <span>{showTime(i18n, document.upload_timestamp)}</span>
            </span>
            <ViewReport document={document} origin="from=dashboard" />
          </div>
        </div>
      )}
    />
  )
}
