import { type Document, readScore } from '@penmark/contract'
import type { ColumnDef } from '@tanstack/react-table'
import type { i18n, TFunction } from 'i18next'
import { showNumber, showTime } from '../../lib/format/format.ts'
import { AssignedTo, assignedWords } from './assigned.tsx'
import { DocumentName } from './document-name.tsx'
import classes from './documents.module.css'
import { Score } from './score.tsx'

/** What every cell of a table of documents speaks with. */
interface Speech {
  t: TFunction<'documents'>
  i18n: i18n
}

/** Below this width of the screen, in em, a row takes two lines; and below the other there is no room for the roomy columns. */
export const tableWidths = { narrowBelow: 75, tightBelow: 84 }

/** The columns that tables of documents share. The name takes the room that the others leave. */
export const documentColumns = {
  name: (header: string): ColumnDef<Document> => ({
    id: 'original_filename',
    header,
    accessorFn: ({ original_filename }) => original_filename.toLocaleLowerCase(),
    cell: ({ row }) => <DocumentName document={row.original} />,
  }),
  uploaded: ({ i18n }: Speech, header: string): ColumnDef<Document> => ({
    id: 'upload_timestamp',
    header,
    accessorKey: 'upload_timestamp',
    cell: ({ row }) => <span className={classes.time}>{showTime(i18n, row.original.upload_timestamp)}</span>,
    meta: { width: '10.25rem' },
  }),
  assigned: ({ t }: Speech): ColumnDef<Document> => ({
    id: 'student',
    header: t('column.assigned'),
    accessorFn: assignedWords,
    cell: ({ row }) => <AssignedTo document={row.original} t={t} />,
    meta: { width: '9rem', roomy: true },
  }),
  score: ({ t, i18n }: Speech): ColumnDef<Document> => ({
    id: 'score',
    header: t('column.score'),
    accessorFn: (document) => readScore(document) ?? -1,
    cell: ({ row }) => <Score document={row.original} i18n={i18n} />,
    meta: { width: '6rem' },
  }),
  words: ({ t, i18n }: Speech): ColumnDef<Document> => ({
    id: 'word_count',
    header: t('column.words'),
    accessorFn: ({ word_count }) => word_count ?? -1,
    cell: ({ row: { original } }) => (original.word_count === null ? '–' : showNumber(i18n, original.word_count)),
    meta: { width: '4.75rem', align: 'end', roomy: true },
  }),
}
