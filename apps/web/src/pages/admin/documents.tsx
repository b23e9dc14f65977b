import { type AdminDocument, adminDocumentSorts, adminRoutes } from '@penmark/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../../features/admin/admin.module.css'
import { AdminList, ownerOf, type Source } from '../../features/admin/admin-list.tsx'
import { DocumentStatusBadge } from '../../features/documents/table/columns.tsx'
import { call } from '../../lib/call/call.ts'
import { formatBytes, formatNumber, formatTime } from '../../lib/format/format.ts'
import { NarrowRow, TextCell } from '../../ui/table/cells.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { AdminOnly } from './admin-only.tsx'

export default function AdminDocumentsPage() {
  const { t } = useTranslation('admin')
  return (
    <AdminOnly title={t('card.documents')} lead={t('documents.lead')} refusal={t('required.other')}>
      <AllDocuments />
    </AdminOnly>
  )
}

const source: Source<AdminDocument, (typeof adminDocumentSorts)[number]> = {
  key: 'documents',
  read: (page, signal) => call(adminRoutes.listEveryDocument, page, { signal }),
  count: (filter, signal) => call(adminRoutes.countEveryDocument, filter, { signal }),
  pageSize: 100,
}

/** The documents of all teachers, without their text and without a score beside a student's name. */
function AllDocuments() {
  const { t, i18n } = useTranslation('admin')
  const columns = useMemo<Column<AdminDocument>[]>(() => {
    const number = (value: number | null) => (
      <span className={classes.number}>
        {value === null ? <TextCell>{null}</TextCell> : formatNumber(i18n, value)}
      </span>
    )
    const time = (value: string | null) => <TextCell>{value && formatTime(i18n, value)}</TextCell>
    return [
      {
        id: 'original_filename',
        header: t('column.file'),
        accessorKey: 'original_filename',
        cell: (row) => <TextCell>{row.original_filename}</TextCell>,
      },
      {
        id: 'status',
        header: t('column.status'),
        accessorKey: 'status',
        cell: ({ status }) => <DocumentStatusBadge document={{ status }} />,
        meta: { width: '8rem' },
      },
      {
        id: 'teacher',
        header: t('column.teacher'),
        enableSorting: false,
        cell: (row) => (
          <TextCell title={`${row.teacher_email ?? ''} ${row.teacher_id}`.trim()}>{ownerOf(row)}</TextCell>
        ),
      },
      {
        id: 'student',
        header: t('column.student'),
        enableSorting: false,
        cell: (row) => <TextCell title={row.student_id ?? ''}>{row.student_name}</TextCell>,
      },
      {
        id: 'class',
        header: t('column.class'),
        enableSorting: false,
        cell: (row) => <TextCell>{row.class_name}</TextCell>,
        meta: { optional: true },
      },
      {
        id: 'word_count',
        header: t('column.wordCount'),
        accessorKey: 'word_count',
        cell: (row) => number(row.word_count),
        meta: { width: '5.5rem', align: 'end' },
      },
      {
        id: 'size_bytes',
        header: t('column.size'),
        accessorKey: 'size_bytes',
        cell: (row) => <span className={classes.number}>{formatBytes(i18n, row.size_bytes)}</span>,
        meta: { width: '5.5rem', align: 'end', optional: true },
      },
      {
        id: 'created_at',
        header: t('column.uploaded'),
        accessorKey: 'created_at',
        cell: (row) => time(row.created_at),
        meta: { width: '10.5rem' },
      },
      {
        id: 'id',
        header: t('column.id'),
        enableSorting: false,
        cell: (row) => (
          <span className={classes.code}>
            <TextCell>{row.id}</TextCell>
          </span>
        ),
        meta: { width: '6rem' },
      },
    ]
  }, [t, i18n])
  return (
    <AdminList
      source={source}
      sorts={adminDocumentSorts}
      defaultSort={{ id: 'created_at', desc: true }}
      label={t('documents')}
      search={t('documents.search')}
      empty={t('documents.empty')}
      columns={columns}
      narrowBelow={75}
      hideOptionalBelow={100}
      narrowRow={(document) => (
        <NarrowRow
          name={document.original_filename}
          about={[ownerOf(document), document.student_name, formatTime(i18n, document.created_at)]}
        >
          <DocumentStatusBadge document={{ status: document.status }} />
        </NarrowRow>
      )}
    />
  )
}
