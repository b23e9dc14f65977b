import { type Document, readScore } from '@penmark/contract'
import type { ColumnDef } from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { showNumber, showTime } from '../../../lib/format/format.ts'
import { studentName } from '../../../lib/names/names.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { Selection } from '../../../ui/table/selection/use-row-selection.ts'
import type { Leaving } from '../../../ui/table/use-leaving.ts'
import { DocumentName } from '../document-name.tsx'
import { DocumentStatusBadge } from '../document-status.tsx'
import classes from '../documents.module.css'
import { RowActions, type RowDeeds } from '../row-actions.tsx'
import { Score } from '../score.tsx'
import type { ReprocessMark } from '../use-reprocess.ts'

interface OwnedTableProps {
  documents: Document[]
  loading: boolean
  empty: ReactNode
  deeds: RowDeeds
  leaving: ReadonlyMap<string, Leaving>
  marks: ReadonlyMap<string, ReprocessMark>
  /** What follows `?` in the address of a report. */
  origin: string
  /** Shows the student of each document. */
  withStudent: boolean
  selection?: Selection<Document>
}

/** The documents of a class or a student, newest first. Name and time can be sorted by. */
export function OwnedTable({ documents, loading, empty, deeds, leaving, marks, origin, withStudent, selection }: OwnedTableProps) {
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
        enableSorting: false,
        cell: ({ row }) => <DocumentStatusBadge document={row.original} mark={marks.get(row.original.id)} saysReprocessing />,
        meta: { width: '10rem' },
      },
      ...(withStudent ? [studentColumn(t('column.student'))] : []),
      {
        id: 'score',
        header: t('column.score'),
        enableSorting: false,
        accessorFn: readScore,
        cell: ({ row }) => <Score document={row.original} />,
        meta: { width: '6.25rem' },
      },
      {
        id: 'words',
        header: t('column.words'),
        enableSorting: false,
        cell: ({ row: { original } }) => (original.word_count === null ? '–' : showNumber(i18n, original.word_count)),
        meta: { width: '5.25rem', align: 'end', roomy: true },
      },
      {
        id: 'actions',
        header: '',
        enableSorting: false,
        cell: ({ row }) => <RowActions document={row.original} deeds={deeds} origin={origin} owned />,
        meta: { width: '13rem', align: 'end', label: t('column.actions') },
      },
    ],
    [t, i18n, deeds, marks, origin, withStudent],
  )
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
      narrowBelow={75}
      tightBelow={88}
      {...(selection ? { selection } : {})}
      narrowRow={(document) => (
        <div className={classes.narrow}>
          <div className={classes.narrowLine}>
            <DocumentName document={document} />
            <Score document={document} />
          </div>
          <div className={classes.narrowLine}>
            <span className={classes.narrowFacts}>
              <DocumentStatusBadge document={document} mark={marks.get(document.id)} saysReprocessing />
              <span>{showTime(i18n, document.upload_timestamp)}</span>
              {document.word_count !== null && (
                <span>{t('words', { count: document.word_count, shown: showNumber(i18n, document.word_count) })}</span>
              )}
              {withStudent && document.student_id !== null && <AssignedStudent document={document} />}
            </span>
            <RowActions document={document} deeds={deeds} origin={origin} owned />
          </div>
        </div>
      )}
    />
  )
}

function studentColumn(header: string): ColumnDef<Document> {
  return {
    id: 'student',
    header,
    enableSorting: false,
    cell: ({ row }) => <AssignedStudent document={row.original} />,
    meta: { width: '11rem' },
  }
}

/** The student's name; who is named but unknown is said not to be found. */
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
