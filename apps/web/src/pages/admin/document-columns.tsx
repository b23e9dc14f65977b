import type { AdminDocument, AdminDocumentSort } from '@penmark/contract'
import { readableName } from '@penmark/wording'
import type { i18n, TFunction } from 'i18next'
import { DocumentStatusBadge } from '../../features/documents/table/columns.tsx'
import classes from '../../features/operations/admin/admin.module.css'
import { ownerOf } from '../../features/operations/admin/admin-list.tsx'
import { formatBytes, formatNumber, formatScore, formatTime } from '../../lib/format/format.ts'
import { TextCell } from '../../ui/table/cells.tsx'
import type { Column } from '../../ui/table/columns.ts'

/** A column whose cell is a text, which a row of two lines shows too. */
export interface DocumentColumn extends Column<AdminDocument> {
  id: AdminDocumentSort
  text: (row: AdminDocument) => string | null
  /** In rem. */
  width: number
}

export const nameColumn = 'original_filename'

/** The columns that are shown until an administrator chooses others. */
export const usualColumns: readonly AdminDocumentSort[] = [
  nameColumn,
  'status',
  'teacher',
  'student',
  'class',
  'word_count',
  'size_bytes',
  'created_at',
  'id',
]

/** Those that an administrator sees once they are switched on, which is recorded. */
export const scoreColumns: readonly string[] = ['score', 'label'] satisfies AdminDocumentSort[]

/** Every field of a document that is not its text. */
export function documentColumns(t: TFunction<'admin'>, i18n: i18n): DocumentColumn[] {
  const number = (value: number | null) => (value === null ? null : formatNumber(i18n, value))
  const time = (value: string | null) => value && formatTime(i18n, value)
  const yesOrNo = (value: boolean) => t(value ? 'yes' : 'no')

  const column = (
    id: AdminDocumentSort,
    header: string,
    width: number,
    text: DocumentColumn['text'],
    { className, align }: { className?: string | undefined; align?: 'end' } = {},
  ): DocumentColumn => ({
    id,
    header,
    width,
    text,
    accessorFn: text,
    cell: (row) => (
      <span className={className}>
        <TextCell>{text(row)}</TextCell>
      </span>
    ),
    // The name takes what is left.
    meta: { ...(id === nameColumn ? {} : { width: `${width}rem` }), ...(align && { align }) },
  })
  /** A click on its head sorts the largest first. */
  const figure = (
    id: AdminDocumentSort,
    header: string,
    value: (row: AdminDocument) => number | null,
    text: DocumentColumn['text'] = (row) => number(value(row)),
  ): DocumentColumn => ({
    ...column(id, header, 5.5, text, { className: classes.number, align: 'end' }),
    accessorFn: value,
  })
  const moment = (id: AdminDocumentSort, header: string, value: (row: AdminDocument) => string | null) =>
    column(id, header, 9.5, (row) => time(value(row)))
  const code = (id: AdminDocumentSort, header: string, value: (row: AdminDocument) => string | null) =>
    column(id, header, 6, value, { className: classes.code })

  return [
    column(nameColumn, t('column.file'), 12, readableName),
    {
      ...column('status', t('column.status'), 7.5, ({ status }) => status),
      cell: ({ status }) => <DocumentStatusBadge document={{ status }} />,
    },
    column('failure', t('column.error'), 14, (row) => row.status_reason),
    {
      ...column('teacher', t('column.teacher'), 8, ownerOf),
      cell: (row) => <TextCell title={row.teacher_email ?? ''}>{ownerOf(row)}</TextCell>,
    },
    code('teacher_id', t('column.teacherId'), (row) => row.teacher_id),
    column('student', t('column.student'), 8, (row) => row.student_name),
    code('student_id', t('column.studentId'), (row) => row.student_id),
    column('class', t('column.class'), 7, (row) => row.class_name),
    code('class_group_id', t('column.classId'), (row) => row.class_group_id),
    figure('word_count', t('column.wordCount'), (row) => row.word_count),
    figure('character_count', t('column.characters'), (row) => row.character_count),
    figure('page_count', t('column.pages'), (row) => row.page_count),
    column('file_type', t('column.type'), 4.5, (row) => row.file_type),
    figure(
      'size_bytes',
      t('column.size'),
      (row) => row.size_bytes,
      (row) => formatBytes(i18n, row.size_bytes),
    ),
    moment('created_at', t('column.uploaded'), (row) => row.created_at),
    moment('completed_at', t('column.completed'), (row) => row.completed_at),
    moment('updated_at', t('column.updated'), (row) => row.updated_at),
    column('detector_version', t('column.version'), 6.5, (row) => row.detector_version),
    column('processing_priority', t('column.priority'), 6.5, (row) => row.processing_priority),
    figure('queue_position', t('column.queue'), (row) => row.queue_position),
    code('batch_id', t('column.batch'), (row) => row.batch_id),
    code('assignment_id', t('column.assignment'), (row) => row.assignment_id),
    code('storage_blob_path', t('column.blob'), (row) => row.storage_blob_path),
    column('is_sample', t('column.sample'), 5.5, (row) => yesOrNo(row.is_sample)),
    column('written_in_class', t('column.inClass'), 6.5, (row) => yesOrNo(row.written_in_class)),
    code('id', t('column.id'), (row) => row.id),
    figure(
      'score',
      t('column.score'),
      (row) => row.score ?? null,
      (row) => formatScore(i18n, row.score ?? null),
    ),
    column('label', t('column.label'), 8, (row) => row.label ?? null),
  ]
}
